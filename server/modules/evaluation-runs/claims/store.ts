/** The rows of trials as they are claimed, decided and reset. */

import type { Insertable } from 'kysely'
import type { TrialOutcome } from '#contracts/evaluation-runs/statuses.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { EvaluationRunTrialsTable } from '#server/platform/database/tables/evaluations.ts'
import { addCosts } from '../cost.ts'
import type { RunTrialRow, TrialKey } from '../trials/store.ts'

/** Returns how many trials of a run are being asked. */
export async function countClaimed(db: Queryable, runId: string, now: string): Promise<number> {
  const { count } = await db
    .selectFrom('evaluationRunTrials')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('runId', '=', runId)
    .where('outcome', 'is', null)
    .where('leaseUntil', '>', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the claims of those trials of a candidate in a run that are being asked. */
export async function listClaims(
  db: Queryable,
  { runId, candidate }: { runId: string; candidate: string },
  now: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('evaluationRunTrials')
    .select('claim')
    .where('runId', '=', runId)
    .where('candidate', '=', candidate)
    .where('outcome', 'is', null)
    .where('leaseUntil', '>', now)
    .execute()
  return rows.flatMap(({ claim }) => claim ?? [])
}

/** A trial that is neither decided nor being asked; its claim is one that has run out. */
export type OpenTrial = Awaited<ReturnType<typeof listOpenTrials>>[number]

/** Lists the trials of a candidate that are asked next, after a position: neither decided nor claimed. */
export const listOpenTrials = (
  db: Queryable,
  runId: string,
  { candidate, after, limit }: { candidate: string; after: number; limit: number },
  now: string,
) =>
  db
    .selectFrom('evaluationRunTrials')
    .select(['position', 'task', 'variant', 'isAsked', 'claim', 'countedCalls'])
    .where('runId', '=', runId)
    .where('candidate', '=', candidate)
    .where('outcome', 'is', null)
    .where((eb) => eb.or([eb('leaseUntil', 'is', null), eb('leaseUntil', '<=', now)]))
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute()

export const updateTrial = (
  db: Queryable,
  { runId, position }: TrialKey,
  changes: Partial<Insertable<EvaluationRunTrialsTable>>,
) =>
  db
    .updateTable('evaluationRunTrials')
    .set(changes)
    .where('runId', '=', runId)
    .where('position', '=', position)
    .execute()

/** Changes a trial that is still claimed by the caller. Returns what its claim has counted; `undefined` if it was lost. */
export const updateClaimedTrial = (
  db: Queryable,
  { runId, position, claim }: TrialKey & { claim: string },
  changes: Partial<Insertable<EvaluationRunTrialsTable>>,
): Promise<Pick<RunTrialRow, 'countedCalls'> | undefined> =>
  db
    .updateTable('evaluationRunTrials')
    .set(changes)
    .where('runId', '=', runId)
    .where('position', '=', position)
    .where('claim', '=', claim)
    .where('outcome', 'is', null)
    .returning('countedCalls')
    .executeTakeFirst()

/** Returns the trials of a run that are or were asked by some claims. */
export const listClaimedTrials = (db: Queryable, runId: string, claims: readonly string[]) =>
  db
    .selectFrom('evaluationRunTrials')
    .select(['position', 'claim', 'task', 'candidate', 'variant', 'outcome', 'leaseUntil', 'countedCalls'])
    .where('claim', 'in', claims)
    .where('runId', '=', runId)
    .execute()

/** Extends the leases of claims. */
export const renewLeases = (db: Queryable, claims: readonly string[], leaseUntil: string) =>
  db
    .updateTable('evaluationRunTrials')
    .set({ leaseUntil })
    .where('claim', 'in', claims)
    .where('outcome', 'is', null)
    .execute()

/** Gives the trials of a run that nobody is asking an outcome, such as after a limit. */
export const decideUnclaimed = (
  db: Queryable,
  runId: string,
  { now, ...changes }: { now: string; outcome: TrialOutcome; finishedAt: string; resultJson: string },
) =>
  db
    .updateTable('evaluationRunTrials')
    .set(changes)
    .where('runId', '=', runId)
    .where('outcome', 'is', null)
    .where((eb) => eb.or([eb('leaseUntil', 'is', null), eb('leaseUntil', '<=', now)]))
    .execute()

/** A trial that hasn't been asked. */
const UNASKED = {
  outcome: null,
  decidedBy: null,
  score: null,
  firstTokenMs: null,
  totalMs: null,
  cost: null,
  attempts: 0,
  claim: null,
  leaseUntil: null,
  countedCalls: null,
  isAsked: false,
  isRepeated: false,
  fingerprint: null,
  asker: null,
  finishedAt: null,
  stepNamesJson: '[]',
  resultJson: null,
} as const

/** Resets the trials with some outcomes, so that they are asked again. Returns how many. */
export async function resetTrials(db: Queryable, runId: string, outcomes: readonly TrialOutcome[]): Promise<number> {
  const updated = await db
    .updateTable('evaluationRunTrials')
    .set(UNASKED)
    .where('runId', '=', runId)
    .where('outcome', 'in', outcomes)
    .executeTakeFirst()
  return Number(updated.numUpdatedRows)
}

/** Resets all trials of some candidates, also those that are being asked. Returns the calls and the cost that they took. */
export async function resetCandidates(
  db: Queryable,
  runId: string,
  candidates: readonly string[],
): Promise<{ calls: number; cost: number }> {
  const { calls, cost } = await db
    .selectFrom('evaluationRunTrials')
    .select((eb) => [
      eb.fn.coalesce(eb.fn.sum<number | string>('attempts'), eb.lit(0)).as('calls'),
      eb.fn.coalesce(eb.fn.sum<number>('cost'), eb.lit(0)).as('cost'),
    ])
    .where('runId', '=', runId)
    .where('candidate', 'in', candidates)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('evaluationRunTrials')
    .set(UNASKED)
    .where('runId', '=', runId)
    .where('candidate', 'in', candidates)
    .execute()
  return { calls: Number(calls), cost: addCosts(Number(cost)) }
}

/** Returns whether a run has a trial without an outcome, or one that is being asked if `isClaimed` is given. */
export async function hasOpenTrial(db: Queryable, runId: string, claimedAt?: string): Promise<boolean> {
  const row = await db
    .selectFrom('evaluationRunTrials')
    .select('position')
    .where('runId', '=', runId)
    .where('outcome', 'is', null)
    .$if(claimedAt !== undefined, (query) => query.where('leaseUntil', '>', claimedAt ?? ''))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
