/** Judgings: a project's judge model judges the replies of a run that has ended. */
import { randomUUID } from 'node:crypto'
import type { ProjectAct } from '#contracts/evaluation-projects/acts.ts'
import { JUDGE_MODEL_KEY } from '#contracts/evaluation-projects/judge-key.ts'
import type { Judging, JudgingStart } from '#contracts/evaluation-runs/judging.ts'
import { RUN_MESSAGES as MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import type { EvaluationProjectService } from '#server/modules/evaluation-projects/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { assertCanAsk } from '../assert-can-ask.ts'
import { hasOpenTrial, resetTrials } from '../claims/store.ts'
import { type PlanReader, planRestart, type RunPlan } from '../plan.ts'
import type { RunProgress } from '../progress.ts'
import type { RunEnds } from '../run-ends.ts'
import { deleteRun, findRun, insertRun, lockRun, type RunRow, updateRun } from '../store.ts'
import { createOpenTrial, insertTrials } from '../trials/store.ts'
import { findJudgeVersion } from './assess.ts'
import { type Judgeable, listOpenReplies } from './open-replies.ts'
import type { JudgeSettlement } from './settle.ts'
import { findJudgeModel, findJudging } from './store.ts'
import { createJudgingView } from './view.ts'

type Dependencies = {
  database: Database
  clock: Clock
  projects: Pick<EvaluationProjectService, 'canRun' | 'connections' | 'record'>
  settings: Pick<SettingsService, 'getContent'>
  readPlan: PlanReader
  ends: RunEnds
  settlement: JudgeSettlement
  progress: Pick<RunProgress, 'watchJudging'>
  /** Returns a run of a member's own project. Throws `notFound`. */
  getOwned: (key: { projectId: string; runId: string }, owner: Actor) => Promise<RunRow>
}

type RunKey = Parameters<Dependencies['getOwned']>[0]

/** Creates the functions for judgings. Each checks that the caller owns the project. */
export function createJudgings(dependencies: Dependencies) {
  const { database, clock, projects, settings, readPlan, ends, settlement, progress, getOwned } = dependencies
  const toView = createJudgingView({ database, settings, readPlan })

  /** Changes the judging of a run. Throws `notFound`, and `conflict` without one or if it can't be changed so. */
  async function change(
    key: RunKey,
    owner: Actor,
    { act, apply }: { act: ProjectAct; apply: (transaction: Transaction, judging: RunRow) => Promise<void> },
  ): Promise<Judging> {
    const run = await getOwned(key, owner)
    await settlement.change(run.projectId, async (transaction) => {
      const judging = await findJudging(transaction.db, run.id)
      if (!judging) throw conflict(MESSAGES.notJudged)
      await apply(transaction, judging)
      await projects.record(transaction, run.projectId, { by: owner, act, detail: run.title })
    })
    return toView(run)
  }

  /** Returns the judging of a run by the current judge, if there is one; deletes that of an earlier judge. */
  async function findCurrent(db: Queryable, run: RunRow, version: string): Promise<RunRow | undefined> {
    const found = await findJudging(db, run.id)
    const judging = found && (await lockRun(db, found.id))
    if (judging?.status === 'running' || judging?.status === 'paused') throw conflict(MESSAGES.judgingActive)
    if (judging && (await hasOpenTrial(db, judging.id, timestamp(clock)))) throw conflict(MESSAGES.judgingActive)
    if (judging?.judgeVersion === version) return judging
    if (judging) await deleteRun(db, judging.id)
    return undefined
  }

  type Beginning = { run: RunRow; version: string; input: JudgingStart; owner: Actor; replies: readonly Judgeable[] }

  /** Begins the judging of a run, with the replies that are to be judged. */
  async function begin(db: Queryable, { run, version, input, owner, replies }: Beginning): Promise<void> {
    const id = randomUUID()
    const rubric = (await findJudgeModel(db, run.projectId))?.rubric ?? ''
    const plan: RunPlan = {
      tasks: [],
      seal: null,
      candidates: [{ key: JUDGE_MODEL_KEY, name: MESSAGES.judgeName }],
      options: { repeats: 1, retries: input.retries, askAgain: true, seed: 1 },
      limits: input.limits,
      owner: { id: owner.id, name: owner.name, isStaff: false },
      judging: { runId: run.id, rubric },
    }
    const now = clock.now()
    const unspent = { ...run, calls: 0, cost: null }
    await insertRun(
      db,
      {
        ...planRestart(unspent, input.limits, now),
        id,
        projectId: run.projectId,
        title: run.title,
        planned: replies.length,
        calls: 0,
        cost: null,
        startedAt: now.toISOString(),
        pausedAt: null,
        planJson: JSON.stringify(plan),
        judgedRunId: run.id,
        judgeVersion: version,
      },
      replies.map((reply) => createOpenTrial({ ...reply, runId: id, candidate: JUDGE_MODEL_KEY })),
    )
  }

  /** Continues a judging with replies that came since, and with those that have no verdict. */
  async function extend(db: Queryable, judging: RunRow, { input, replies }: Beginning): Promise<void> {
    const reset = await resetTrials(db, judging.id, ['error', 'limited', 'unscored'])
    if (reset + replies.length === 0 && !(await hasOpenTrial(db, judging.id))) throw conflict(MESSAGES.nothingToJudge)
    const trials = replies.map((reply) => createOpenTrial({ ...reply, runId: judging.id, candidate: JUDGE_MODEL_KEY }))
    await insertTrials(db, trials)
    const planned = judging.planned + replies.length
    await updateRun(db, judging.id, { ...planRestart(judging, input.limits, clock.now()), planned })
  }

  return {
    /** Returns what a judge model says of a run's replies, and whether that counts. Throws `notFound`. */
    get: async (key: RunKey, owner: Actor): Promise<Judging> => toView(await getOwned(key, owner)),

    /** Returns the progress of a run's judging as a stream of events. Throws `notFound`. */
    watch: async (key: RunKey, owner: Actor) => progress.watchJudging((await getOwned(key, owner)).id),

    /**
     * Has replies of an ended run judged. Throws `notFound`, `forbidden` if members may not have models asked, `conflict`
     * after 定稿, without a judge, while the run or its judging is active, and if there is nothing to judge.
     */
    async start(key: RunKey, input: JudgingStart, owner: Actor): Promise<Judging> {
      const run = await getOwned(key, owner)
      await assertCanAsk(projects, run.projectId)
      await settlement.change(run.projectId, async (transaction) => {
        const { db, publish } = transaction
        const version = await findJudgeVersion(db, run.projectId)
        if (version === undefined) throw conflict(MESSAGES.noJudge)
        if ((await findRun(db, run.id))?.finishedAt === null) throw conflict(MESSAGES.runActive)
        const judging = await findCurrent(db, run, version)
        const plan = await readPlan(run.id, db)
        const open = await listOpenReplies(db, { runId: run.id, judgingId: judging?.id, plan })
        const replies = open.filter(({ reason }) => reason !== 'withoutChecks' || input.withoutChecks)
        const beginning = { run, version, input, owner, replies }
        if (judging) await extend(db, judging, beginning)
        else if (replies.length === 0) throw conflict(MESSAGES.nothingToJudge)
        else await begin(db, beginning)
        const summary = `${replies.length}个回答`
        await projects.record(transaction, run.projectId, {
          by: owner,
          act: 'judgingBegun',
          summary,
          detail: run.title,
        })
        publish('evaluation-runs')
      })
      return toView(run)
    },

    /** Pauses a judging. Throws `notFound`, `conflict` if it isn't running. */
    pause: (key: RunKey, owner: Actor): Promise<Judging> =>
      change(key, owner, {
        act: 'judgingPaused',
        async apply(transaction, { id }) {
          if (!(await ends.pauseLocked(transaction, id, ''))) throw conflict(MESSAGES.notRunning)
        },
      }),

    /**
     * Continues a paused judging. Throws `notFound`, `forbidden` if members may not have models asked, `conflict` if it isn't
     * paused.
     */
    resume: (key: RunKey, owner: Actor): Promise<Judging> =>
      change(key, owner, {
        act: 'judgingResumed',
        async apply(transaction, { id, projectId }) {
          await assertCanAsk(projects, projectId, transaction.db)
          if (!(await ends.resumeLocked(transaction, id))) throw conflict(MESSAGES.notPaused)
        },
      }),

    /** Cancels a judging; its verdicts remain, and count if they may. Throws `notFound`, `conflict` if it has ended. */
    cancel: (key: RunKey, owner: Actor): Promise<Judging> =>
      change(key, owner, {
        act: 'judgingCancelled',
        async apply(transaction, { id }) {
          if (!(await ends.cancelLocked(transaction, id, ''))) throw conflict(MESSAGES.ended)
        },
      }),
  }
}
