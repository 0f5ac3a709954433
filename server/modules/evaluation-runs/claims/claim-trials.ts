/** Which trials are claimed: the next ones of a candidate, as many as it bears and all limits allow. */
import { randomUUID } from 'node:crypto'
import { MINUTE_MS } from '#contracts/durations.ts'
import { RUN_MESSAGES as MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import type { AskedConnection } from '#contracts/evaluation-runs/runner.ts'
import type { RunAsker } from '#contracts/evaluation-runs/statuses.ts'
import { RUNS } from '#contracts/limits.ts'
import { listConversations } from '#contracts/rules/evaluation/task-messages.ts'
import type { CallCounter } from '#server/modules/evaluation-projects/service.ts'
import type { AppError } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { openBudget } from '../budget.ts'
import { createQuestion } from '../judge-model/question.ts'
import { isWaiting, type PlanReader, type RunPlan, readConnections, readLimits } from '../plan.ts'
import { createBlankResult } from '../result.ts'
import type { LockedRun } from '../run-writes.ts'
import type { RunRow } from '../store.ts'
import { type ClaimedTrial, type ClaimResult, withAhead } from '../trials/trial-source.ts'
import { decideUnclaimed, listClaims, listOpenTrials, type OpenTrial, updateTrial } from './store.ts'

/**
 * Whose trials are claimed, `count` at most, by whom, and by which connection they will be asked. `own` are the claims of
 * whoever asks; `isAhead` says that more are claimed than are asked at once, of which `room` are then.
 */
export type Claiming = {
  candidate: string
  asker: RunAsker
  connection: AskedConnection
  count: number
  own: readonly string[]
  isAhead: boolean
  countCalls: CallCounter
}

/**
 * What was claimed. `room` is how many conversations with the candidate the claims of others leave to whoever asks; with
 * claims in turn, all together never have more than its connection bears. `isConnectionChanged` says that the candidate's connection isn't the one by which the run has asked it
 * until now; `refusal` is the limit per time for which fewer trials were claimed than could have been.
 */
export type Claimed = ClaimResult & { isConnectionChanged: boolean; refusal: AppError | undefined }

export const NOTHING_CLAIMED: Claimed = {
  trials: [],
  room: Number.POSITIVE_INFINITY,
  isConnectionChanged: false,
  refusal: undefined,
}

/** A trial that can be asked, with its messages, and the calls that the run still counts of an earlier claim in vain. */
type Askable = { trial: OpenTrial; turns: string[]; unmade: number }

/** The outcome of a trial that must not be asked. */
type Ending = { outcome: 'error' | 'unscored'; reason: string }

type Dependencies = { clock: Clock; readPlan: PlanReader }

/** Creates the function that claims trials in a running run, and counts the first call of each. */
export function createClaiming({ clock, readPlan }: Dependencies) {
  /** Returns a function that returns what is asked in a trial, and the ending of one that must not be asked. */
  async function createQuestions(db: Queryable, runId: string) {
    const plan = await readPlan(runId, db)
    const judged = plan.judging && { ...plan.judging, plan: await readPlan(plan.judging.runId, db) }
    return async (trial: OpenTrial): Promise<{ turns: string[]; ending?: Ending }> => {
      const question = judged
        ? await createQuestion(db, { runId, position: trial.position }, judged)
        : { turns: listTurns(plan, trial) }
      const turns = 'turns' in question ? question.turns : []
      // Its question may have been asked.
      if (trial.isAsked && !plan.options.askAgain)
        return { turns, ending: { outcome: 'error', reason: MESSAGES.notAskedAgain } }
      return 'problem' in question ? { turns, ending: { outcome: 'unscored', reason: question.problem } } : { turns }
    }
  }

  /** Ends a trial that must not be asked. */
  async function giveUp(locked: LockedRun, { trial, unmade }: Askable, { outcome, reason }: Ending): Promise<void> {
    const { transaction, read, change, noteOutcome } = locked
    const { id: runId, calls } = read()
    const resultJson = JSON.stringify(createBlankResult({ reason }))
    const changes = { outcome, finishedAt: timestamp(clock), claim: null, leaseUntil: null, resultJson }
    await updateTrial(transaction.db, { runId, position: trial.position }, changes)
    if (unmade > 0) change({ calls: calls - unmade })
    noteOutcome()
  }

  /** Returns the next trials of a candidate that can be asked, with their messages; ends those between that can't be. */
  async function listAskable(locked: LockedRun, candidate: string, count: number): Promise<Askable[]> {
    const { db } = locked.transaction
    const { id: runId } = locked.read()
    const ask = await createQuestions(db, runId)
    const askable: Askable[] = []
    while (askable.length < count) {
      const limit = count - askable.length
      const after = askable.at(-1)?.trial.position ?? -1
      const found = await listOpenTrials(db, runId, { candidate, after, limit }, timestamp(clock))
      for (const trial of found) {
        const { turns, ending } = await ask(trial)
        const item = { trial, turns, unmade: countUnmade(trial, turns) }
        if (ending) await giveUp(locked, item, ending)
        else askable.push(item)
      }
      if (found.length < limit) break
    }
    return askable
  }

  /** Returns the trials that a run can afford. Ends the run once nothing is left to spend. */
  async function takeAffordable(locked: LockedRun, askable: readonly Askable[], costPerCall: number) {
    const now = timestamp(clock)
    const budget = await openBudget(locked.transaction.db, startWaiting(locked.read(), clock), { now, costPerCall })
    const affordable: Askable[] = []
    for (const item of askable) {
      const taken = budget.take({ turns: item.turns.length, unmade: item.unmade })
      if (taken.verdict === 'yes') affordable.push(item)
      else return { affordable, reachedLimit: taken.verdict === 'never' ? taken.reason : undefined }
    }
    return { affordable, reachedLimit: undefined }
  }

  async function claimOne(
    { transaction: { db }, read }: LockedRun,
    { trial, turns }: Askable,
    { candidate, fingerprint }: { candidate: string; fingerprint: string },
  ): Promise<ClaimedTrial> {
    const { position, task } = trial
    const { id: runId } = read()
    const claim = randomUUID()
    const changes = { claim, fingerprint, leaseUntil: getLeaseEnd(clock), countedCalls: 1, isAsked: true }
    await updateTrial(db, { runId, position }, { ...changes, ...(trial.isAsked && { isRepeated: true }) })
    return { runId, position, claim, task, candidate, turns }
  }

  return async (locked: LockedRun, claiming: Claiming): Promise<Claimed> => {
    const { candidate, connection, count, own, isAhead, countCalls } = claiming
    const { db } = locked.transaction
    const { id: runId, judgedRunId, startedAt, endsAt, ...run } = startWaiting(locked.read(), clock)
    const connections = readConnections(run)
    const { fingerprint, maxConcurrency, costPerCall } = connection
    // Another judge is another judging.
    const isSame = judgedRunId !== null || (connections[candidate] ?? fingerprint) === fingerprint
    if (!isSame) return { ...NOTHING_CLAIMED, isConnectionChanged: true }
    const valid = await listClaims(db, { runId, candidate }, timestamp(clock))
    const kept = valid.filter((claim) => own.includes(claim)).length
    const room = maxConcurrency - (valid.length - kept)
    const bearable = (isAhead && room > 0 ? withAhead(room) : room) - kept
    const askable = await listAskable(locked, candidate, Math.min(count, bearable))
    if (askable.length === 0) return { ...NOTHING_CLAIMED, room }
    const { affordable, reachedLimit } = await takeAffordable(locked, askable, costPerCall)
    const { allowed, refusal } = await countCalls(db, affordable.length)
    const trials: ClaimedTrial[] = []
    let calls = 0
    for (const item of affordable.slice(0, allowed)) {
      trials.push(await claimOne(locked, item, { candidate, fingerprint }))
      calls += item.turns.length - item.unmade
    }
    if (trials.length > 0)
      locked.change({
        calls: locked.read().calls + calls,
        connectionsJson: { ...connections, [candidate]: fingerprint },
        startedAt,
        endsAt,
      })
    // Those that a limit per time has refused can still be asked.
    if (reachedLimit !== undefined && !refusal) {
      locked.change({ status: 'limited', statusReason: reachedLimit })
      await limitUnclaimed(db, runId, { reason: reachedLimit, now: timestamp(clock) })
      locked.noteOutcome()
    }
    return { trials, room, isConnectionChanged: false, refusal }
  }
}

/** Returns until when a claim is valid that is made or renewed now. */
export const getLeaseEnd = (clock: Clock): string => new Date(clock.now().getTime() + RUNS.leaseMs).toISOString()

/** Returns the messages of a trial. */
export function listTurns({ tasks }: RunPlan, { task: key, variant }: { task: string; variant: number }): string[] {
  const task = tasks.find((item) => item.key === key)
  return task ? (listConversations(task)[variant] ?? []) : []
}

/** Ends the trials that nobody is asking in a run at its limit. */
export async function limitUnclaimed(
  db: Queryable,
  runId: string,
  { reason, now }: { reason: string; now: string },
): Promise<void> {
  const resultJson = JSON.stringify(createBlankResult({ reason }))
  await decideUnclaimed(db, runId, { now, outcome: 'limited', finishedAt: now, resultJson })
}

/** Returns how many calls an earlier claim of a trial has reserved, but not come to. They count until it is claimed again. */
const countUnmade = ({ claim, countedCalls }: OpenTrial, turns: readonly string[]): number =>
  claim === null || countedCalls === null ? 0 : Math.max(0, turns.length - countedCalls)

/** Begins the time of a run that has waited for its runner. */
function startWaiting(run: RunRow, clock: Clock): RunRow {
  if (!isWaiting(run)) return run
  const now = clock.now()
  const endsAt = new Date(now.getTime() + readLimits(run).minutes * MINUTE_MS).toISOString()
  return { ...run, startedAt: now.toISOString(), endsAt }
}
