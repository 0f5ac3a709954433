/**
 * Claims of trials: whichever node claims a trial asks it, until its lease ends. The run is locked for every claim, so that
 * its limits are never exceeded, and its statuses and claims don't contradict each other.
 */
import { randomUUID } from 'node:crypto'
import { MINUTE_MS } from '#contracts/durations.ts'
import { RUN_MESSAGES as MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import type { AskedConnection } from '#contracts/evaluation-runs/runner.ts'
import type { RunAsker } from '#contracts/evaluation-runs/statuses.ts'
import { RUNS } from '#contracts/limits.ts'
import { listConversations } from '#contracts/rules/evaluation/task-messages.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { createQuestion } from './judge-model/question.ts'
import { isWaiting, type PlanReader, type RunPlan, readConnections, readLimits } from './plan.ts'
import { createBlankResult } from './result.ts'
import {
  countClaimed,
  countPaid,
  decideUnclaimed,
  findNextTrial,
  findRun,
  hasOpenTrial,
  listClaimedTrials,
  lockRun,
  type RunRow,
  type RunTrialRow,
  renewLeases,
  type TrialKey,
  updateClaimedTrial,
  updateRun,
  updateTrial,
} from './store.ts'
import type { ClaimedTrial, Release } from './trial-source.ts'

/** A trial that was asked, to be stored; `calls` is how many calls it took. */
export type DecidedTrial = Parameters<typeof updateTrial>[2] & { calls: number }

/** Whose trial is claimed, by whom, and by which connection it will be asked. */
export type Claiming = { candidate: string; asker: RunAsker; connection: AskedConnection }

/** Thrown if a candidate's connection isn't the one by which the run has asked it until now. */
export class ConnectionChanged extends Error {}

/** Sums of costs may miss a limit by less than this. */
const ROUNDING = 1e-9

export type Claims = ReturnType<typeof createClaims>

type Dependencies = { database: Database; clock: Clock; readPlan: PlanReader }

/** Creates the functions that claim trials and store their results. */
export function createClaims({ database, clock, readPlan }: Dependencies) {
  const getLeaseEnd = () => new Date(clock.now().getTime() + RUNS.leaseMs).toISOString()

  /** Returns which limit a run has reached if it makes more calls. */
  function findReachedLimit(run: RunRow, calls: number): string | undefined {
    const limits = readLimits(run)
    if (run.calls + calls > limits.calls) return MESSAGES.calls(limits.calls)
    if (timestamp(clock) >= run.endsAt) return MESSAGES.minutes(limits.minutes)
    return undefined
  }

  /**
   * Returns whether another conversation can be paid, with those that are going on: each costs as much as the connection
   * says, or as the average so far. `later` if it depends on what those turn out to cost.
   */
  async function checkCost(
    db: Queryable,
    run: RunRow,
    { now, costOfTurns }: { now: string; costOfTurns: number },
  ): Promise<'yes' | 'later' | 'never'> {
    const { cost: max } = readLimits(run)
    if (max === undefined) return 'yes'
    const [open, decided] = [await countClaimed(db, { runId: run.id }, now), await countPaid(db, run.id)]
    const spent = run.cost ?? 0
    const expected = Math.max(costOfTurns, decided === 0 ? 0 : spent / decided)
    if (spent < max && spent + expected * (open + 1) <= max + ROUNDING) return 'yes'
    return open > 0 ? 'later' : 'never'
  }

  /** Ends a run at its limit: the trials that nobody is asking are over, the others may still be decided. */
  async function limit(transaction: Transaction, runId: string, reason: string): Promise<void> {
    const now = timestamp(clock)
    await updateRun(transaction.db, runId, { status: 'limited', statusReason: reason })
    const resultJson = JSON.stringify(createBlankResult({ reason }))
    await decideUnclaimed(transaction.db, runId, { now, outcome: 'limited', finishedAt: now, resultJson })
    await conclude(transaction, runId)
  }

  /** Marks a run as finished if all of its trials are. */
  async function conclude({ db, publish }: Transaction, runId: string): Promise<void> {
    if (await hasOpenTrial(db, runId)) return
    const run = await lockRun(db, runId)
    if (!run || run.finishedAt !== null) return
    await updateRun(db, runId, {
      finishedAt: timestamp(clock),
      ...(run.status === 'running' && { status: 'finished' }),
    })
    publish('evaluation-runs')
  }

  /** Returns whether a run may have another conversation; ends it if it never may again. */
  async function isWithinLimits(
    transaction: Transaction,
    run: RunRow,
    { now, turns, costPerCall }: { now: string; turns: readonly string[]; costPerCall: number },
  ): Promise<boolean> {
    const reason = findReachedLimit(run, turns.length)
    if (reason !== undefined) {
      await limit(transaction, run.id, reason)
      return false
    }
    const costOfTurns = costPerCall * turns.length
    const affordable = await checkCost(transaction.db, run, { now, costOfTurns })
    if (affordable === 'never') await limit(transaction, run.id, MESSAGES.cost(readLimits(run).cost ?? 0))
    return affordable === 'yes'
  }

  /** Ends a trial that must not be asked. */
  async function giveUp(
    transaction: Transaction,
    key: TrialKey,
    { outcome, reason }: { outcome: 'error' | 'unscored'; reason: string },
  ): Promise<void> {
    await updateTrial(transaction.db, key, {
      outcome,
      finishedAt: timestamp(clock),
      claim: null,
      leaseUntil: null,
      resultJson: JSON.stringify(createBlankResult({ reason })),
    })
    await conclude(transaction, key.runId)
  }

  /** Returns the next trial of a candidate that can be asked, with its messages; ends those before it that can't be. */
  async function findAskable(transaction: Transaction, { runId, candidate }: { runId: string; candidate: string }) {
    const { db } = transaction
    const plan = await readPlan(runId, db)
    const judged = plan.judging && { ...plan.judging, plan: await readPlan(plan.judging.runId, db) }
    for (;;) {
      const trial = await findNextTrial(db, { runId, candidate }, timestamp(clock))
      if (!trial) return undefined
      const key = { runId, position: trial.position }
      if (trial.isAsked && !plan.options.askAgain) {
        // Its question may have been asked.
        await giveUp(transaction, key, { outcome: 'error', reason: MESSAGES.notAskedAgain })
        continue
      }
      const question = judged ? await createQuestion(db, key, judged) : { turns: listTurns(plan, trial) }
      if ('turns' in question) return { trial, key, turns: question.turns }
      await giveUp(transaction, key, { outcome: 'unscored', reason: question.problem })
    }
  }

  /** Begins the time of a run that has waited for its runner. */
  const startWaiting = (run: RunRow): RunRow => {
    if (!isWaiting(run)) return run
    const now = clock.now()
    const endsAt = new Date(now.getTime() + readLimits(run).minutes * MINUTE_MS).toISOString()
    return { ...run, startedAt: now.toISOString(), endsAt }
  }

  /** Claims the next trial of a candidate in a running run that is locked. */
  async function claimLocked(
    transaction: Transaction,
    locked: RunRow,
    { candidate, connection }: Claiming,
  ): Promise<ClaimedTrial | undefined> {
    const { db } = transaction
    const run = startWaiting(locked)
    const connections = readConnections(run)
    const { fingerprint, maxConcurrency, costPerCall } = connection
    // Another judge is another judging.
    const isSame = run.judgedRunId !== null || (connections[candidate] ?? fingerprint) === fingerprint
    if (!isSame) throw new ConnectionChanged()
    const now = timestamp(clock)
    if ((await countClaimed(db, { runId: run.id, candidate }, now)) >= maxConcurrency) return undefined
    const next = await findAskable(transaction, { runId: run.id, candidate })
    if (!next) return undefined
    const { trial, key, turns } = next
    if (!(await isWithinLimits(transaction, run, { now, turns, costPerCall }))) return undefined
    const claim = randomUUID()
    const { startedAt, endsAt } = run
    const connectionsJson = JSON.stringify({ ...connections, [candidate]: fingerprint })
    await updateRun(db, run.id, { calls: run.calls + turns.length, connectionsJson, startedAt, endsAt })
    await updateTrial(db, key, {
      claim,
      fingerprint,
      leaseUntil: getLeaseEnd(),
      isAsked: true,
      ...(trial.isAsked && { isRepeated: true }),
    })
    return { ...key, claim, task: trial.task, candidate, turns }
  }

  /**
   * Returns whether a run has ended for a claim: what was being asked at a limit may be handed in until its lease ends. In a
   * run that goes on, a reply in a runner's journal counts however late it comes, unless its trial was claimed again.
   */
  async function isOverFor(db: Queryable, run: RunRow, claim: string): Promise<boolean> {
    if (run.status === 'running' || run.status === 'paused') return false
    if (run.status !== 'limited') return true
    const [trial] = await listClaimedTrials(db, run.id, [claim])
    return (trial?.leaseUntil ?? '') <= timestamp(clock)
  }

  return {
    conclude,

    /**
     * Claims the next trial of a candidate, if fewer of them are being asked than its connection allows. Returns
     * `undefined` if there is none, or if the run isn't running, or is asked by others. A trial whose question may have
     * been asked before is asked again, unless the run says otherwise: then it is an error. Throws `ConnectionChanged`.
     */
    claimNext: (runId: string, claiming: Claiming): Promise<ClaimedTrial | undefined> =>
      database.write(async (transaction) => {
        const run = await lockRun(transaction.db, runId)
        if (run?.status !== 'running' || (run.asker ?? 'platform') !== claiming.asker) return undefined
        return claimLocked(transaction, run, claiming)
      }),

    /** Returns the trials of a run that are or were asked by some claims, with their outcomes. */
    async listClaimed(
      runId: string,
      claims: readonly string[],
    ): Promise<(ClaimedTrial & Pick<RunTrialRow, 'outcome'>)[]> {
      const plan = await readPlan(runId)
      const rows = await listClaimedTrials(database.read, runId, claims)
      return rows.flatMap(({ claim, variant, leaseUntil: _leaseUntil, ...row }) =>
        claim === null ? [] : [{ ...row, runId, claim, turns: listTurns(plan, { task: row.task, variant }) }],
      )
    },

    /** Returns whether a trial is still to be asked by its claim: it wasn't decided, and its run wasn't cancelled. */
    async isHeld({ runId, claim }: Pick<ClaimedTrial, 'runId' | 'claim'>): Promise<boolean> {
      const [trial] = await listClaimedTrials(database.read, runId, [claim])
      if (!trial || trial.outcome !== null) return false
      const run = await findRun(database.read, runId)
      return run !== undefined && run.status !== 'cancelled'
    },

    /** Counts a call beyond those that a claim includes. Returns `false` at the limit of calls. */
    countRetry: (runId: string): Promise<boolean> =>
      database.write(async ({ db }) => {
        const run = await lockRun(db, runId)
        if (!run || findReachedLimit(run, 1) !== undefined) return false
        await updateRun(db, runId, { calls: run.calls + 1 })
        return true
      }),

    /**
     * Stores a decided trial unless its claim was lost, as those of runners are with the end of their run. Returns whether it
     * was stored.
     */
    decide: ({ runId, position, claim, turns }: ClaimedTrial, { calls, ...result }: DecidedTrial): Promise<boolean> =>
      database.write(async (transaction) => {
        const { db } = transaction
        const run = await lockRun(db, runId)
        if (!run) return false
        if (result.asker === 'runner' && (await isOverFor(db, run, claim))) return false
        // The claim remains, so that a result that is handed in again is recognized.
        const changes = { ...result, leaseUntil: null }
        if (!(await updateClaimedTrial(db, { runId, position, claim }, changes))) return false
        const cost = typeof result.cost === 'number' ? (run.cost ?? 0) + result.cost : run.cost
        // Turns that weren't asked, such as after an error, count no more.
        await updateRun(db, runId, { cost, calls: run.calls - Math.max(0, turns.length - calls) })
        await conclude(transaction, runId)
        return true
      }),

    /** Gives up a claim, so that another node or a later start asks the trial. */
    release: (
      { runId, position, claim }: Pick<ClaimedTrial, 'runId' | 'position' | 'claim'>,
      { begun, unmade, isRefused }: Release,
    ): Promise<void> =>
      database.write(async ({ db }) => {
        const run = await lockRun(db, runId)
        const wasLeftAlone = begun === 0 || (begun === 1 && isRefused)
        const changes = { claim: null, leaseUntil: null, ...(wasLeftAlone && { isAsked: false, isRepeated: false }) }
        const isReleased = await updateClaimedTrial(db, { runId, position, claim }, changes)
        if (run && isReleased) await updateRun(db, runId, { calls: run.calls - unmade })
      }),

    /** Ends a running run whose time is up, although none of its trials can be asked now. */
    expire: (runId: string): Promise<void> =>
      database.write(async (transaction) => {
        const run = await lockRun(transaction.db, runId)
        if (run?.status !== 'running' || isWaiting(run) || timestamp(clock) < run.endsAt) return
        await limit(transaction, runId, MESSAGES.minutes(readLimits(run).minutes))
      }),

    /** Extends the leases of claims. */
    renew: async (claims: readonly string[]): Promise<void> => {
      if (claims.length > 0) await database.write(({ db }) => renewLeases(db, claims, getLeaseEnd()))
    },
  }
}

/** Returns the messages of a trial. */
function listTurns({ tasks }: RunPlan, { task: key, variant }: { task: string; variant: number }): string[] {
  const task = tasks.find((item) => item.key === key)
  return task ? (listConversations(task)[variant] ?? []) : []
}
