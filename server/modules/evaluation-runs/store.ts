import type { Insertable, Selectable } from 'kysely'
import type { TrialOutcome } from '#contracts/evaluation-runs/statuses.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type {
  EvaluationDeletedRunsTable,
  EvaluationRunsTable,
  EvaluationRunTrialsTable,
} from '#server/platform/database/tables/evaluations.ts'

/** A run without its plan, which is large. */
export type RunRow = Omit<Selectable<EvaluationRunsTable>, 'planJson'>
export type RunTrialRow = Selectable<EvaluationRunTrialsTable>
export type TrialKey = Pick<RunTrialRow, 'runId' | 'position'>

export const RUN_COLUMNS = [
  'id',
  'projectId',
  'title',
  'status',
  'statusReason',
  'planned',
  'calls',
  'cost',
  'limitsJson',
  'startedAt',
  'endsAt',
  'pausedAt',
  'finishedAt',
  'isReported',
  'judgedRunId',
  'judgeVersion',
  'connectionsJson',
  'offeredConnectionsJson',
  'asker',
] as const

/** SQLite limits the parameters of a statement. */
const ROWS_PER_INSERT = 500

export async function insertRun(
  db: Queryable,
  run: Insertable<EvaluationRunsTable>,
  trials: readonly Insertable<EvaluationRunTrialsTable>[],
): Promise<void> {
  await db.insertInto('evaluationRuns').values(run).execute()
  await insertTrials(db, trials)
}

export async function insertTrials(
  db: Queryable,
  trials: readonly Insertable<EvaluationRunTrialsTable>[],
): Promise<void> {
  for (let start = 0; start < trials.length; start += ROWS_PER_INSERT)
    await db
      .insertInto('evaluationRunTrials')
      .values(trials.slice(start, start + ROWS_PER_INSERT))
      .execute()
}

type PlannedTrial = Pick<RunTrialRow, 'runId' | 'position' | 'task' | 'candidate' | 'repeat' | 'variant'>

/** Returns the row of a trial that nobody has asked yet. */
export const createOpenTrial = (trial: PlannedTrial): Insertable<EvaluationRunTrialsTable> => ({
  runId: trial.runId,
  position: trial.position,
  task: trial.task,
  candidate: trial.candidate,
  repeat: trial.repeat,
  variant: trial.variant,
  attempts: 0,
  isAsked: false,
  isRepeated: false,
  stepNamesJson: '[]',
})

/** Lists the runs of a project, newest first, without judgings. */
export const listRuns = (db: Queryable, projectId: string): Promise<RunRow[]> =>
  db
    .selectFrom('evaluationRuns')
    .select(RUN_COLUMNS)
    .where('projectId', '=', projectId)
    .where('judgedRunId', 'is', null)
    .orderBy('startedAt', 'desc')
    .orderBy('id')
    .execute()

/** Lists the newest ended runs of some projects, without judgings. */
export const listEndedRuns = (db: Queryable, projectIds: readonly string[], limit: number): Promise<RunRow[]> =>
  projectIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('evaluationRuns')
        .select(RUN_COLUMNS)
        .where('projectId', 'in', projectIds)
        .where('judgedRunId', 'is', null)
        .where('finishedAt', 'is not', null)
        .orderBy('startedAt', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute()

/** Returns whether a run of a project hasn't ended, or a judging of one. */
export const hasOpenRun = async (db: Queryable, projectId: string): Promise<boolean> =>
  (await db
    .selectFrom('evaluationRuns')
    .select('id')
    .where('projectId', '=', projectId)
    .where('finishedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const findRun = (db: Queryable, id: string): Promise<RunRow | undefined> =>
  db.selectFrom('evaluationRuns').select(RUN_COLUMNS).where('id', '=', id).executeTakeFirst()

/** Lists the runs whose end hasn't been announced: those that nodes ask for, paused ones, and those just ended. */
export const listActiveRuns = (db: Queryable): Promise<RunRow[]> =>
  db
    .selectFrom('evaluationRuns')
    .select(RUN_COLUMNS)
    .where('isReported', '=', false)
    .orderBy('startedAt')
    .orderBy('id')
    .execute()

/** Counts the trials of a run that have an outcome. */
export const countDecided = (db: Queryable, runId: string): Promise<number> =>
  countRows(db.selectFrom('evaluationRunTrials').where('runId', '=', runId).where('outcome', 'is not', null))

/** Locks a run until the transaction ends, and returns it as it is then. */
export const lockRun = (db: Queryable, id: string): Promise<RunRow | undefined> =>
  db
    .updateTable('evaluationRuns')
    .set((eb) => ({ id: eb.ref('id') }))
    .where('id', '=', id)
    .returning(RUN_COLUMNS)
    .executeTakeFirst()

/** Returns what a run asks; `undefined` if it was deleted. */
export const findPlan = async (db: Queryable, id: string) =>
  (await db.selectFrom('evaluationRuns').select('planJson').where('id', '=', id).executeTakeFirst())?.planJson

export const updateRun = (db: Queryable, id: string, changes: Partial<Insertable<EvaluationRunsTable>>) =>
  db.updateTable('evaluationRuns').set(changes).where('id', '=', id).execute()

/** Deletes a run with its judgings. */
export async function deleteRun(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('evaluationRuns').where('judgedRunId', '=', id).execute()
  await db.deleteFrom('evaluationRuns').where('id', '=', id).execute()
}

export const insertDeletedRun = (db: Queryable, row: Insertable<EvaluationDeletedRunsTable>) =>
  db.insertInto('evaluationDeletedRuns').values(row).execute()

/** Returns whether an id is that of a deleted run, of whichever project. */
export const isDeletedRun = async (db: Queryable, id: string): Promise<boolean> =>
  (await db.selectFrom('evaluationDeletedRuns').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Lists the deleted runs of a project, oldest first. */
export const listDeletedRuns = (db: Queryable, projectId: string) =>
  db
    .selectFrom('evaluationDeletedRuns')
    .selectAll()
    .where('projectId', '=', projectId)
    .orderBy('startedAt')
    .orderBy('id')
    .execute()

/** Returns how many trials the runs of a project have in all, without those of judgings. */
export async function countProjectTrials(db: Queryable, projectId: string): Promise<number> {
  const { count } = await db
    .selectFrom('evaluationRuns')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number | string>('planned'), eb.lit(0)).as('count'))
    .where('projectId', '=', projectId)
    .where('judgedRunId', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type OutcomeCount = { task: string; candidate: string; outcome: TrialOutcome | null; count: number }

/** Counts the trials of a run by task, candidate and outcome. */
export async function countOutcomes(db: Queryable, runId: string): Promise<OutcomeCount[]> {
  const rows = await db
    .selectFrom('evaluationRunTrials')
    .select((eb) => ['task', 'candidate', 'outcome', eb.fn.countAll<number | string>().as('count')])
    .where('runId', '=', runId)
    .groupBy(['task', 'candidate', 'outcome'])
    .execute()
  return rows.map(({ count, ...row }) => ({ ...row, count: Number(count) }))
}

/** Lists the connections by which the trials of a run with an outcome were asked, each once. */
export const listFingerprints = (
  db: Queryable,
  runId: string,
): Promise<Pick<RunTrialRow, 'candidate' | 'fingerprint'>[]> =>
  db
    .selectFrom('evaluationRunTrials')
    .select(['candidate', 'fingerprint'])
    .distinct()
    .where('runId', '=', runId)
    .where('outcome', 'is not', null)
    .where('fingerprint', 'is not', null)
    .execute()

/** Lists what the figures of a run are calculated from: its decided trials after a position, without their texts. */
export const listDecidedTrials = (db: Queryable, runId: string, { after, limit }: { after: number; limit: number }) =>
  db
    .selectFrom('evaluationRunTrials')
    .select(['position', 'task', 'candidate', 'variant', 'outcome', 'firstTokenMs', 'totalMs', 'cost', 'stepNamesJson'])
    .where('runId', '=', runId)
    .where('position', '>', after)
    .where('outcome', 'in', ['passed', 'failed'])
    .orderBy('position')
    .limit(limit)
    .execute()

/** Lists what passed or failed in a run, and who decided it, without anything else. */
export const listVerdictRows = (db: Queryable, runId: string) =>
  db
    .selectFrom('evaluationRunTrials')
    .select(['task', 'candidate', 'outcome', 'decidedBy'])
    .where('runId', '=', runId)
    .where('outcome', 'in', ['passed', 'failed'])
    .execute()

export type TrialFilter = {
  candidate?: string | undefined
  task?: string | undefined
  outcome?: TrialOutcome | undefined
}

const filterTrials = (db: Queryable, runId: string, { candidate, task, outcome }: TrialFilter) =>
  db
    .selectFrom('evaluationRunTrials')
    .where('runId', '=', runId)
    .where('outcome', 'is not', null)
    .$if(candidate !== undefined, (query) => query.where('candidate', '=', candidate ?? ''))
    .$if(task !== undefined, (query) => query.where('task', '=', task ?? ''))
    .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome ?? 'passed'))

/** Returns a page of the trials with an outcome, in the order in which they were asked, and their number. */
export async function listRunTrials(
  db: Queryable,
  runId: string,
  { limit, offset, ...filter }: TrialFilter & { limit: number; offset: number },
): Promise<{ rows: RunTrialRow[]; count: number }> {
  const rows = await filterTrials(db, runId, filter)
    .selectAll()
    .orderBy('position')
    .limit(limit)
    .offset(offset)
    .execute()
  const { count } = await filterTrials(db, runId, filter)
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return { rows, count: Number(count) }
}

/** Lists failed and erroneous trials after a position. */
export const listFailedTrials = (
  db: Queryable,
  runId: string,
  { after, limit }: { after: number; limit: number },
): Promise<Pick<RunTrialRow, 'position' | 'task' | 'candidate' | 'outcome' | 'resultJson'>[]> =>
  db
    .selectFrom('evaluationRunTrials')
    .select(['position', 'task', 'candidate', 'outcome', 'resultJson'])
    .where('runId', '=', runId)
    .where('position', '>', after)
    .where('outcome', 'in', ['failed', 'error'])
    .orderBy('position')
    .limit(limit)
    .execute()

/** Returns how many trials of a run, or of one of its candidates, are being asked. */
export async function countClaimed(
  db: Queryable,
  { runId, candidate }: { runId: string; candidate?: string },
  now: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('evaluationRunTrials')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('runId', '=', runId)
    .$if(candidate !== undefined, (query) => query.where('candidate', '=', candidate ?? ''))
    .where('outcome', 'is', null)
    .where('leaseUntil', '>', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns how many trials of a run have a known cost. */
export async function countPaid(db: Queryable, runId: string): Promise<number> {
  const { count } = await db
    .selectFrom('evaluationRunTrials')
    .select((eb) => eb.fn.count<number | string>('cost').as('count'))
    .where('runId', '=', runId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Lists trials with an outcome after a position. */
export const listTrialsAfter = (
  db: Queryable,
  runId: string,
  { after, limit }: { after: number; limit: number },
): Promise<RunTrialRow[]> =>
  db
    .selectFrom('evaluationRunTrials')
    .selectAll()
    .where('runId', '=', runId)
    .where('position', '>', after)
    .where('outcome', 'is not', null)
    .orderBy('position')
    .limit(limit)
    .execute()

/** Lists the outcomes of trials after a position. */
export const listVerdictsAfter = (db: Queryable, runId: string, { after, limit }: { after: number; limit: number }) =>
  db
    .selectFrom('evaluationRunTrials')
    .select(['position', 'outcome', 'decidedBy', 'score', 'finishedAt'])
    .where('runId', '=', runId)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute()

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

/** Returns how many trials with an outcome each candidate of a run has that a runner asked. */
export async function countRunnerTrials(db: Queryable, runId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('evaluationRunTrials')
    .select((eb) => ['candidate', eb.fn.countAll<number | string>().as('count')])
    .where('runId', '=', runId)
    .where('outcome', 'is not', null)
    .where('asker', '=', 'runner')
    .groupBy('candidate')
    .execute()
  return new Map(rows.map(({ candidate, count }) => [candidate, Number(count)]))
}

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
  return { calls: Number(calls), cost: Number(cost) }
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

/** Lists the trials of a run with a reply that people can judge, without their texts. */
export async function listGradableTrials(db: Queryable, runId: string) {
  const rows = await db
    .selectFrom('evaluationRunTrials')
    .select(['position', 'task', 'candidate', 'repeat', 'variant', 'outcome', 'decidedBy'])
    .where('runId', '=', runId)
    .where('outcome', 'in', ['passed', 'failed', 'unscored'])
    .orderBy('position')
    .execute()
  return rows.flatMap(({ outcome, ...row }) =>
    outcome === 'passed' || outcome === 'failed' || outcome === 'unscored' ? { ...row, outcome } : [],
  )
}

/** Lists the results of some tasks of a run after a position. */
export const listTaskResults = (
  db: Queryable,
  runId: string,
  { tasks, after, limit }: { tasks: readonly string[]; after: number; limit: number },
): Promise<Pick<RunTrialRow, 'position' | 'resultJson'>[]> =>
  db
    .selectFrom('evaluationRunTrials')
    .select(['position', 'resultJson'])
    .where('runId', '=', runId)
    .where('position', '>', after)
    .where('task', 'in', tasks)
    .where('outcome', 'is not', null)
    .orderBy('position')
    .limit(limit)
    .execute()

export const findTrial = (db: Queryable, { runId, position }: TrialKey): Promise<RunTrialRow | undefined> =>
  db
    .selectFrom('evaluationRunTrials')
    .selectAll()
    .where('runId', '=', runId)
    .where('position', '=', position)
    .executeTakeFirst()

/** Returns the trial of a run with a result that was decided last: of a candidate, or of a judge model. */
export const findLastResult = (db: Queryable, runId: string, candidate: string) =>
  db
    .selectFrom('evaluationRunTrials')
    .select('resultJson')
    .where('runId', '=', runId)
    .where('candidate', '=', candidate)
    .where('outcome', 'in', ['passed', 'failed', 'unscored'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
