/** How runs stop: by their owner, for want of what they need, and at their end, of which the owner is told. */
import type { ProjectAct } from '#contracts/evaluation-projects/acts.ts'
import { RUN_MESSAGES as MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import { type EvaluationProjectService, PLATFORM } from '#server/modules/evaluation-projects/service.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import type { Claims } from './claims/claims.ts'
import { hasOpenTrial } from './claims/store.ts'
import type { JudgeSettlement } from './judge-model/settle.ts'
import { isWaiting, type PlanReader } from './plan.ts'
import type { RunNotices } from './run-notices.ts'
import { lockRun, type RunRow, updateRun } from './store.ts'
import { countByOutcome } from './trials/store.ts'

type Dependencies = {
  database: Database
  clock: Clock
  claims: Claims
  readPlan: PlanReader
  projects: Pick<EvaluationProjectService, 'canRun' | 'connections' | 'record' | 'findOwnerId'>
  accounts: IdentityService['accounts']
  settlement: Pick<JudgeSettlement, 'change'>
  notices: RunNotices
}

export type RunEnds = ReturnType<typeof createRunEnds>

/** Creates the functions that stop runs. */
export function createRunEnds(dependencies: Dependencies) {
  const { database, clock, claims, readPlan, projects, accounts, settlement, notices } = dependencies

  const recordByPlatform = (
    transaction: Transaction,
    { projectId, title }: RunRow,
    { act, detail }: { act: ProjectAct; detail?: string },
  ): Promise<void> => {
    const text = [title, detail].filter(Boolean).join('：')
    return projects.record(transaction, projectId, { actor: PLATFORM, act, detail: text })
  }

  /** Pauses a running run. Returns `false` if it isn't running. */
  async function pauseLocked({ db, publish }: Transaction, id: string, reason: string): Promise<boolean> {
    const run = await lockRun(db, id)
    if (run?.status !== 'running') return false
    await updateRun(db, id, { status: 'paused', statusReason: reason, pausedAt: timestamp(clock) })
    publish('evaluation-runs')
    return true
  }

  /** Continues a paused run; the pause doesn't count as its time. Returns `false` if it isn't paused. */
  async function resumeLocked({ db, publish }: Transaction, id: string): Promise<boolean> {
    const run = await lockRun(db, id)
    if (run?.status !== 'paused') return false
    const pausedMs = Math.max(0, clock.now().getTime() - Date.parse(run.pausedAt ?? timestamp(clock)))
    const endsAt = new Date(Date.parse(run.endsAt) + pausedMs).toISOString()
    await updateRun(db, id, { status: 'running', statusReason: '', pausedAt: null, endsAt })
    publish('evaluation-runs')
    return true
  }

  /** Cancels a run that hasn't ended. Its conversations end by themselves. Returns `false` if it has ended. */
  async function cancelLocked({ db, publish }: Transaction, id: string, reason: string): Promise<boolean> {
    const run = await lockRun(db, id)
    if (run?.status !== 'running' && run?.status !== 'paused') return false
    const now = timestamp(clock)
    await updateRun(db, id, { status: 'cancelled', statusReason: reason, finishedAt: now, isReported: true })
    publish('evaluation-runs')
    return true
  }

  /** Returns why a run must not go on; `undefined` if it may. */
  async function findObstacle({ id, projectId }: RunRow): Promise<string | undefined> {
    const { owner } = await readPlan(id)
    if (!(await projects.canRun(projectId))) return MESSAGES.projectClosed
    if ((await accounts.find(database.read, owner.id))?.status === 'active') return undefined
    // Whoever began the run may have left it to others.
    const projectOwner = (await projects.findOwnerId(projectId)) ?? owner.id
    const account = projectOwner === owner.id ? undefined : await accounts.find(database.read, projectOwner)
    return account?.status === 'active' ? undefined : MESSAGES.ownerDisabled
  }

  /** Tells the owner of the end of a run, once. The verdicts of a judging count from then on, if they do at all. */
  async function report(run: RunRow): Promise<void> {
    const plan = await readPlan(run.id)
    const announce = async (transaction: Transaction): Promise<void> => {
      const { db } = transaction
      const locked = await lockRun(db, run.id)
      if (!locked || locked.isReported || locked.finishedAt === null) return
      await updateRun(db, run.id, { isReported: true })
      await recordByPlatform(transaction, locked, { act: run.judgedRunId === null ? 'runEnded' : 'judgingEnded' })
      await notices.tellOfEnd(transaction, { run: locked, plan, counts: await countByOutcome(db, run.id) })
    }
    await (run.judgedRunId === null ? database.write(announce) : settlement.change(run.projectId, announce))
  }

  /** Ends a run at its limit once its last conversations are over. */
  async function concludeLimited({ id }: RunRow): Promise<void> {
    if (!(await hasOpenTrial(database.read, id, timestamp(clock)))) await claims.concludeLimited(id)
  }

  /** Pauses a run for a reason that its owner can do something about, and tells them. */
  async function pause(id: string, reason: string): Promise<void> {
    const plan = await readPlan(id)
    await database.write(async (transaction) => {
      if (!(await pauseLocked(transaction, id, reason))) return
      const run = await lockRun(transaction.db, id)
      if (!run) return
      const act = run.judgedRunId === null ? 'runPaused' : 'judgingPaused'
      await recordByPlatform(transaction, run, { act, detail: reason })
      await notices.tellOfPause(transaction, { run, plan, counts: await countByOutcome(transaction.db, id) })
    })
  }

  /** Returns whether a running run may go on; pauses or ends it otherwise. */
  async function mayGoOn(run: RunRow): Promise<boolean> {
    if (!isWaiting(run) && timestamp(clock) >= run.endsAt) {
      await claims.expire(run.id)
      return false
    }
    if (!projects.connections.isEnabled) {
      await pause(run.id, MESSAGES.disabled)
      return false
    }
    const obstacle = await findObstacle(run)
    if (obstacle !== undefined)
      await database.write(async (transaction) => {
        if (!(await cancelLocked(transaction, run.id, obstacle))) return
        const act = run.judgedRunId === null ? 'runCancelled' : 'judgingCancelled'
        await recordByPlatform(transaction, run, { act, detail: obstacle })
      })
    return obstacle === undefined
  }

  return {
    pauseLocked,
    resumeLocked,
    cancelLocked,
    findObstacle,

    pause,

    /** Ends a run that is over, and pauses or cancels one that must not go on. Returns whether its trials can be asked. */
    async settle(run: RunRow): Promise<boolean> {
      if (run.finishedAt !== null) await report(run)
      else if (run.status === 'limited') await concludeLimited(run)
      else return run.status === 'running' && (await mayGoOn(run))
      return false
    },
  }
}
