/**
 * Claims of trials: whichever node claims a trial asks it, until its lease ends. The run is locked for every claim, so that
 * its limits are never exceeded, and its statuses and claims don't contradict each other.
 */

import { RUN_MESSAGES as MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import type { CallCounter } from '#server/modules/evaluation-projects/service.ts'
import type { AppError } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { findReachedLimit } from '../budget.ts'
import { addCosts } from '../cost.ts'
import { isWaiting, type PlanReader, readLimits } from '../plan.ts'
import { createRunWrites, type LockedRun } from '../run-writes.ts'
import { lockRun, type RunRow, updateRun } from '../store.ts'
import type { RunTrialRow } from '../trials/store.ts'
import type { ClaimedTrial, Release } from '../trials/trial-source.ts'
import {
  type Claimed,
  type Claiming,
  createClaiming,
  getLeaseEnd,
  limitUnclaimed,
  listTurns,
  NOTHING_CLAIMED,
} from './claim-trials.ts'
import { hasOpenTrial, listClaimedTrials, renewLeases, updateClaimedTrial, updateTrial } from './store.ts'

/** A trial that was asked, to be stored. */
export type DecidedTrial = Parameters<typeof updateTrial>[2] & { attempts: number }

/** What became of a call that was to be counted: it may be made, its claim was lost, or a limit per time refuses it. */
type CountedCall = 'counted' | 'lost' | AppError

export type Claims = ReturnType<typeof createClaims>

type Dependencies = { database: Database; clock: Clock; readPlan: PlanReader }

/** Creates the functions that claim trials and store their results. */
export function createClaims({ database, clock, readPlan }: Dependencies) {
  /** Ends a run at its limit: the trials that nobody is asking are over, the others may still be decided. */
  async function limit(transaction: Transaction, runId: string, reason: string): Promise<void> {
    await updateRun(transaction.db, runId, { status: 'limited', statusReason: reason })
    await limitUnclaimed(transaction.db, runId, { reason, now: timestamp(clock) })
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

  /** Returns the trial of a claim that may still be asked; `undefined` if the claim was lost, or its run cancelled. */
  async function findHeld(db: Queryable, run: RunRow, claim: string) {
    const [trial] = await listClaimedTrials(db, run.id, [claim])
    return trial?.outcome === null && run.status !== 'cancelled' ? trial : undefined
  }

  /** Counts a call beyond those that a claim has reserved. */
  async function countRetry(
    { transaction: { db }, read, change }: LockedRun,
    { claim }: ClaimedTrial,
    countCalls: CallCounter,
  ): Promise<CountedCall> {
    const run = read()
    if (!(await findHeld(db, run, claim)) || findReachedLimit(run, 1, timestamp(clock)) !== undefined) return 'lost'
    const { refusal } = await countCalls(db, 1)
    if (!refusal) change({ calls: run.calls + 1 })
    return refusal ?? 'counted'
  }

  /** Counts another message of a claim. */
  async function countMessage(
    { transaction: { db }, read }: LockedRun,
    { runId, position, claim, turns }: ClaimedTrial,
    countCalls: CallCounter,
  ): Promise<CountedCall> {
    const trial = await findHeld(db, read(), claim)
    if (!trial) return 'lost'
    const { countedCalls } = trial
    if ((countedCalls ?? 0) >= turns.length) return 'counted'
    const { refusal } = await countCalls(db, 1)
    if (refusal) return refusal
    if (countedCalls !== null) await updateTrial(db, { runId, position }, { countedCalls: countedCalls + 1 })
    return 'counted'
  }

  let reportFault: (error: unknown) => void = () => {}
  const write = createRunWrites({ database, conclude, onFault: (error) => reportFault(error) })
  const claimLocked = createClaiming({ clock, readPlan })

  return {
    /** Reports faults that were overcome by another try, to be logged. */
    onFault(listener: (error: unknown) => void): void {
      reportFault = listener
    },

    /**
     * Claims the next trials of a candidate, as many as its connection and all limits allow, and counts the first call of
     * each. Claims none if the run isn't running, or is asked by others. A trial whose question may have been asked before is
     * asked again, unless the run says otherwise: then it is an error.
     */
    claim: async (runId: string, claiming: Claiming): Promise<Claimed> =>
      (await write(runId, async (locked) => {
        const { status, asker } = locked.read()
        if (status !== 'running' || (asker ?? 'platform') !== claiming.asker) return NOTHING_CLAIMED
        return claimLocked(locked, claiming)
      })) ?? NOTHING_CLAIMED,

    /** Returns the trials of a run that are or were asked by some claims, with their outcomes. */
    async listClaimed(
      runId: string,
      claims: readonly string[],
    ): Promise<(ClaimedTrial & Pick<RunTrialRow, 'outcome' | 'countedCalls'>)[]> {
      const plan = await readPlan(runId)
      const rows = await listClaimedTrials(database.read, runId, claims)
      return rows.flatMap(({ claim, variant, leaseUntil: _leaseUntil, ...row }) =>
        claim === null ? [] : [{ ...row, runId, claim, turns: listTurns(plan, { task: row.task, variant }) }],
      )
    },

    /**
     * Counts a call after the first of a claim, or a retry, before it is made. What a claim has reserved is counted towards
     * the limits per time only, and no more often than the trial has messages, however often that is asked for.
     */
    countCall: async (
      trial: ClaimedTrial,
      { isRetry, countCalls }: { isRetry: boolean; countCalls: CallCounter },
    ): Promise<CountedCall> =>
      (await write(trial.runId, (locked) =>
        isRetry ? countRetry(locked, trial, countCalls) : countMessage(locked, trial, countCalls),
      )) ?? 'lost',

    /**
     * Stores a decided trial unless its claim was lost, as those of runners are with the end of their run. Returns whether it
     * is stored, which it may have been before.
     */
    decide: async ({ runId, position, claim, turns }: ClaimedTrial, result: DecidedTrial): Promise<boolean> =>
      (await write(runId, async ({ transaction: { db }, read, change, noteOutcome }) => {
        const run = read()
        if (result.asker === 'runner' && (await isOverFor(db, run, claim))) return false
        // The claim remains, so that a result that is handed in again is recognized.
        const stored = await updateClaimedTrial(db, { runId, position, claim }, { ...result, leaseUntil: null })
        if (!stored) return isDecided(await listClaimedTrials(db, runId, [claim]))
        // Messages that weren't sent, such as after an error, count no more.
        const unmade = turns.length - (stored.countedCalls ?? result.attempts)
        change({
          cost: typeof result.cost === 'number' ? addCosts(run.cost ?? 0, result.cost) : run.cost,
          calls: run.calls - Math.max(0, unmade),
        })
        noteOutcome()
        return true
      })) ?? false,

    /** Gives up a claim, so that another node or a later start asks the trial. */
    release: async (
      { runId, position, claim }: Pick<ClaimedTrial, 'runId' | 'position' | 'claim'>,
      { begun, unmade, isRefused }: Release,
    ): Promise<void> => {
      await write(runId, async ({ transaction: { db }, read, change }) => {
        const wasLeftAlone = begun === 0 || (begun === 1 && isRefused)
        const changes = {
          claim: null,
          leaseUntil: null,
          countedCalls: null,
          ...(wasLeftAlone && { isAsked: false, isRepeated: false }),
        }
        const isReleased = await updateClaimedTrial(db, { runId, position, claim }, changes)
        if (isReleased) change({ calls: read().calls - unmade })
      })
    },

    /** Ends a limited run of which nothing is asked any more. Trials that were given up, as by a node that stops, are over. */
    concludeLimited: (runId: string): Promise<void> =>
      database.write(async (transaction) => {
        const run = await lockRun(transaction.db, runId)
        if (run?.status !== 'limited') return
        await limitUnclaimed(transaction.db, runId, { reason: run.statusReason, now: timestamp(clock) })
        await conclude(transaction, runId)
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
      if (claims.length > 0) await database.write(({ db }) => renewLeases(db, claims, getLeaseEnd(clock)))
    },
  }
}

const isDecided = ([trial]: readonly Pick<RunTrialRow, 'outcome'>[]): boolean => (trial?.outcome ?? null) !== null
