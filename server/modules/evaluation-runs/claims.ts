/**
 * Claims of trials: whichever node claims a trial asks it, until its lease ends. The run is locked for every claim, so that
 * its limits are never exceeded, and its statuses and claims don't contradict each other.
 */
import { randomUUID } from 'node:crypto'
import { RUN_MESSAGES as MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import { RUNS } from '#contracts/limits.ts'
import { listConversations } from '#contracts/rules/evaluation/task-messages.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { type PlanReader, type RunPlan, readLimits } from './plan.ts'
import { createBlankResult } from './result.ts'
import {
  countClaimed,
  decideUnclaimed,
  findNextTrial,
  hasOpenTrial,
  lockRun,
  type RunRow,
  renewLeases,
  type TrialKey,
  updateClaimedTrial,
  updateRun,
  updateTrial,
} from './store.ts'

/** A trial that this node asks. */
export type ClaimedTrial = {
  runId: string
  position: number
  claim: string
  task: string
  candidate: string
  repeat: number
  variant: number
  isRepeated: boolean
  turns: string[]
  claimedAt: string
}

/** A trial that was asked, to be stored; `calls` is how many calls it took. */
export type DecidedTrial = Parameters<typeof updateTrial>[2] & { calls: number }

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
    if (limits.cost !== undefined && (run.cost ?? 0) >= limits.cost) return MESSAGES.cost(limits.cost)
    return undefined
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

  /** Ends a trial whose question may have been asked, and must not be asked again. */
  async function giveUp(transaction: Transaction, key: TrialKey): Promise<void> {
    await updateTrial(transaction.db, key, {
      outcome: 'error',
      finishedAt: timestamp(clock),
      claim: null,
      leaseUntil: null,
      resultJson: JSON.stringify(createBlankResult({ reason: MESSAGES.notAskedAgain })),
    })
    await conclude(transaction, key.runId)
  }

  return {
    conclude,

    /**
     * Claims the next trial of a candidate, if fewer than `max` of them are being asked. Returns `undefined` if there is
     * none, or the run isn't running. A trial whose question may have been asked before is asked again, unless the run
     * says otherwise: then it is an error.
     */
    async claimNext(runId: string, candidate: string, max: number): Promise<ClaimedTrial | undefined> {
      const plan = await readPlan(runId)
      return database.write(async (transaction) => {
        const { db } = transaction
        const run = await lockRun(db, runId)
        if (run?.status !== 'running') return undefined
        const now = timestamp(clock)
        if ((await countClaimed(db, { runId, candidate }, now)) >= max) return undefined
        const trial = await findNextTrial(db, { runId, candidate }, now)
        if (!trial) return undefined
        const key = { runId, position: trial.position }
        if (trial.isAsked && !plan.options.askAgain) {
          await giveUp(transaction, key)
          return undefined
        }
        const turns = listTurns(plan, trial)
        const reason = findReachedLimit(run, turns.length)
        if (reason !== undefined) {
          await limit(transaction, runId, reason)
          return undefined
        }
        const claim = randomUUID()
        await updateRun(db, runId, { calls: run.calls + turns.length })
        await updateTrial(db, key, {
          claim,
          leaseUntil: getLeaseEnd(),
          isAsked: true,
          ...(trial.isAsked && { isRepeated: true }),
        })
        return { ...trial, ...key, claim, candidate, isRepeated: trial.isAsked, turns, claimedAt: now }
      })
    },

    /** Counts a call beyond those that a claim includes. Returns `false` at the limit of calls. */
    countRetry: (runId: string): Promise<boolean> =>
      database.write(async ({ db }) => {
        const run = await lockRun(db, runId)
        if (!run || findReachedLimit(run, 1) !== undefined) return false
        await updateRun(db, runId, { calls: run.calls + 1 })
        return true
      }),

    /** Stores a decided trial unless its claim was lost. Returns whether it was stored. */
    decide: ({ runId, position, claim, turns }: ClaimedTrial, { calls, ...result }: DecidedTrial): Promise<boolean> =>
      database.write(async (transaction) => {
        const { db } = transaction
        const run = await lockRun(db, runId)
        if (!run) return false
        const changes = { ...result, claim: null, leaseUntil: null }
        if (!(await updateClaimedTrial(db, { runId, position, claim }, changes))) return false
        const cost = typeof result.cost === 'number' ? (run.cost ?? 0) + result.cost : run.cost
        // Turns that weren't asked, such as after an error, count no more.
        await updateRun(db, runId, { cost, calls: run.calls - Math.max(0, turns.length - calls) })
        await conclude(transaction, runId)
        return true
      }),

    /**
     * Gives up a claim, so that another node or a later start asks the trial. `hasAsked` says whether the agent may have
     * got a question.
     */
    release: ({ runId, position, claim, turns }: ClaimedTrial, { hasAsked }: { hasAsked: boolean }): Promise<void> =>
      database.write(async ({ db }) => {
        const run = await lockRun(db, runId)
        const changes = { claim: null, leaseUntil: null, ...(!hasAsked && { isAsked: false, isRepeated: false }) }
        const isReleased = await updateClaimedTrial(db, { runId, position, claim }, changes)
        if (run && isReleased && !hasAsked) await updateRun(db, runId, { calls: run.calls - turns.length })
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
