/** What a run's owner does with it: pausing, continuing, handing over, cancelling and asking again. */
import type { ProjectAct } from '#contracts/evaluation-projects/acts.ts'
import { RUN_MESSAGES as MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import type { Run } from '#contracts/evaluation-runs/run.ts'
import type { ConnectionChange, RunAsker } from '#contracts/evaluation-runs/statuses.ts'
import { RUNS } from '#contracts/limits.ts'
import { countTrialsOfRepeat } from '#contracts/rules/evaluation/run-order.ts'
import type { EvaluationProjectService } from '#server/modules/evaluation-projects/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { assertCanAsk } from './assert-can-ask.ts'
import { assertNoneActive, lockRuns } from './assert-none-active.ts'
import { hasOpenTrial, resetCandidates, resetTrials } from './claims/store.ts'
import { findGrading } from './grading/store.ts'
import { findJudging } from './judge-model/store.ts'
import {
  countRepeats,
  extendLimits,
  type PlanReader,
  planRepeats,
  planRestart,
  type RunKey,
  readConnections,
  readLimits,
  toTrialPlan,
} from './plan.ts'
import type { RunEnds } from './run-ends.ts'
import type { RunViews } from './run-views.ts'
import { countProjectTrials, lockRun, type RunRow, updateRun } from './store.ts'
import { createOpenTrial, insertTrials } from './trials/store.ts'

/** Records what a member does with a run. */
export type RecordRunAct = (
  transaction: Transaction,
  run: Pick<RunRow, 'projectId' | 'title'>,
  act: { by: Actor; act: ProjectAct; summary?: string },
) => Promise<void>

type Dependencies = {
  database: Database
  clock: Clock
  projects: Pick<EvaluationProjectService, 'canRun' | 'connections' | 'seals'>
  readPlan: PlanReader
  ends: RunEnds
  views: Pick<RunViews, 'toView' | 'listChangedConnections'>
  recordAct: RecordRunAct
  /** Returns a run of a member's own project. Throws `notFound`. */
  getOwned: (key: RunKey, owner: Actor) => Promise<RunRow>
}

type RunChange = {
  act: ProjectAct
  summary?: string
  apply: (transaction: Transaction, run: RunRow) => Promise<void>
}

/** Creates the functions that change runs. Each checks that the caller owns the project. */
export function createRunChanges({
  database,
  clock,
  projects,
  readPlan,
  ends,
  views,
  recordAct,
  getOwned,
}: Dependencies) {
  /** Throws `conflict` unless the platform can ask all candidates of a run. */
  async function assertConnected(db: Queryable, { id, projectId }: RunRow): Promise<void> {
    const connected = await projects.connections.listFingerprints(db, projectId)
    const { candidates } = await readPlan(id, db)
    const missing = candidates.find(({ key }) => !connected.has(key))
    if (missing) throw conflict(MESSAGES.noPlatformConnection(missing.name))
  }

  /**
   * Throws `conflict` unless a run has ended, no other of its project is active, nothing of it is being asked, and its
   * replies may become more. No other begins until the transaction ends.
   */
  async function assertOver(transaction: Transaction, { id, projectId }: RunRow): Promise<void> {
    const { db } = transaction
    await assertCanAsk(projects, projectId, db)
    await lockRuns(transaction, projectId)
    await assertNoneActive(transaction, projectId)
    if (await hasOpenTrial(db, id, timestamp(clock))) throw conflict(MESSAGES.active)
    const grading = await findGrading(db, id)
    if (grading && grading.closedAt !== null) throw conflict(MESSAGES.readNotAskedAgain)
    const { seal } = await readPlan(id, db)
    if (seal !== null) await projects.seals.assertUnopened(db, projectId, seal)
  }

  /** Changes a run of a member's own project, and wakes the nodes. */
  async function change(key: RunKey, owner: Actor, { act, summary, apply }: RunChange): Promise<Run> {
    await getOwned(key, owner)
    await database.write(async (transaction) => {
      const run = await lockRun(transaction.db, key.runId)
      if (!run) throw notFound(MESSAGES.notFound)
      await apply(transaction, run)
      await recordAct(transaction, run, { by: owner, act, ...(summary !== undefined && { summary }) })
      transaction.publish('evaluation-runs')
    })
    return views.toView(await getOwned(key, owner))
  }

  return {
    /** Pauses a run. Its conversations go on to their ends. Throws `notFound`, `conflict` if it isn't running. */
    pause: (key: RunKey, owner: Actor): Promise<Run> =>
      change(key, owner, {
        act: 'runPaused',
        async apply(transaction, run) {
          if (!(await ends.pauseLocked(transaction, run.id, ''))) throw conflict(MESSAGES.notRunning)
        },
      }),

    /**
     * Continues a paused run; the pause doesn't count as its time. Throws `notFound`, `conflict` if it isn't paused, or
     * if the connection of a candidate changed or was deleted.
     */
    resume: (key: RunKey, owner: Actor): Promise<Run> =>
      change(key, owner, {
        act: 'runResumed',
        async apply(transaction, run) {
          await assertCanAsk(projects, run.projectId, transaction.db)
          const changed = await views.listChangedConnections(transaction.db, run)
          // Whether a runner has changed its connection back, only its next claim will tell.
          if (run.asker !== 'runner' && Object.keys(changed).length > 0) throw conflict(MESSAGES.decideConnections)
          await updateRun(transaction.db, run.id, { offeredConnectionsJson: null })
          if (!(await ends.resumeLocked(transaction, run.id))) throw conflict(MESSAGES.notPaused)
          if (run.asker !== 'runner') await assertConnected(transaction.db, run)
        },
      }),

    /**
     * Continues a paused run whose candidates are now called by other connections: for the trials that weren't asked yet,
     * or for all trials of these candidates. Throws `notFound`, `conflict` if it isn't paused or a candidate has no connection,
     * and for replies that were judged already.
     */
    acceptConnections: (key: RunKey, decision: ConnectionChange, owner: Actor): Promise<Run> =>
      change(key, owner, {
        act: 'runConnectionsAccepted',
        summary: decision === 'continue' ? '只问还没问的' : '全部重问',
        async apply(transaction, run) {
          const { db } = transaction
          await assertCanAsk(projects, run.projectId, db)
          const changed = await views.listChangedConnections(db, run)
          await updateRun(db, run.id, {
            connectionsJson: JSON.stringify({ ...readConnections(run), ...changed }),
            offeredConnectionsJson: null,
          })
          const candidates = Object.keys(changed)
          if (decision === 'askAgain' && candidates.length > 0) {
            const isJudged = (await findGrading(db, run.id)) ?? (await findJudging(db, run.id))
            if (isJudged) throw conflict(MESSAGES.judgedNotAskedAgain)
            const spent = await resetCandidates(db, run.id, candidates)
            await updateRun(db, run.id, { limitsJson: JSON.stringify(extendLimits(readLimits(run), spent)) })
          }
          if (!(await ends.resumeLocked(transaction, run.id))) throw conflict(MESSAGES.notPaused)
          if (run.asker !== 'runner') await assertConnected(transaction.db, run)
        },
      }),

    /**
     * Has a run asked by the platform or by a runner from now on. Throws `notFound`, `conflict` if it has ended, or if the
     * platform knows no connection of a candidate.
     */
    assign: (key: RunKey, asker: RunAsker, owner: Actor): Promise<Run> =>
      change(key, owner, {
        act: 'runAssigned',
        summary: asker === 'runner' ? '平台 → 执行器' : '执行器 → 平台',
        async apply({ db }, run) {
          await assertCanAsk(projects, run.projectId, db)
          if (run.status !== 'running' && run.status !== 'paused') throw conflict(MESSAGES.ended)
          if (asker === 'platform') await assertConnected(db, run)
          await updateRun(db, run.id, { asker })
        },
      }),

    /** Cancels a run; what was decided stays. Throws `notFound`, `conflict` if it has ended. */
    cancel: (key: RunKey, owner: Actor): Promise<Run> =>
      change(key, owner, {
        act: 'runCancelled',
        async apply(transaction, run) {
          if (!(await ends.cancelLocked(transaction, run.id, ''))) throw conflict(MESSAGES.ended)
        },
      }),

    /**
     * Asks the trials again that ended in an error or at a limit; the limits count anew. Throws `notFound`, `conflict` if
     * there are none, while a run of the project is active, once people have read the replies, after 定稿, or once a report has opened
     * the seal of its questions.
     */
    retry: (key: RunKey, owner: Actor): Promise<Run> =>
      change(key, owner, {
        act: 'runRetried',
        async apply(transaction, run) {
          const { db } = transaction
          await assertOver(transaction, run)
          const count = await resetTrials(db, run.id, ['error', 'limited'])
          if (count === 0 && !(await hasOpenTrial(db, run.id))) throw conflict(MESSAGES.nothingToRetry)
          const { limits = readLimits(run) } = await readPlan(run.id, db)
          await updateRun(db, run.id, planRestart(run, limits, clock.now()))
        },
      }),

    /**
     * Asks the tasks of an ended run more often, `repeats` times in all; its limits count anew. Throws `notFound`, `conflict`
     * if that isn't more often, while a run of the project is active, above the limits, once people have read the replies,
     * after 定稿, or once a report has opened the seal of its questions.
     */
    addRepeats: (key: RunKey, repeats: number, owner: Actor): Promise<Run> =>
      change(key, owner, {
        act: 'runExtended',
        summary: `共${repeats}次`,
        async apply(transaction, run) {
          const { db } = transaction
          await assertOver(transaction, run)
          const plan = await readPlan(run.id, db)
          const current = countRepeats(plan, run)
          if (repeats <= current) throw conflict(MESSAGES.repeatsNotMore(current))
          // Counted before the trials are made, which may be millions.
          const added = (repeats - current) * countTrialsOfRepeat(toTrialPlan(plan))
          if ((await countProjectTrials(db, run.projectId)) + added > RUNS.trials)
            throw conflict(MESSAGES.projectTrialsMax(RUNS.trials))
          const trials = planRepeats(plan, run, repeats)
          await insertTrials(
            db,
            trials.map((trial, index) => createOpenTrial({ ...trial, runId: run.id, position: run.planned + index })),
          )
          const { limits = readLimits(run) } = plan
          await updateRun(db, run.id, { ...planRestart(run, limits, clock.now()), planned: run.planned + added })
        },
      }),
  }
}
