/** The rows of trials: how they are planned, and what is read of them. */
import type { Insertable, Selectable } from 'kysely'
import type { TrialOutcome } from '#contracts/evaluation-runs/statuses.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { forEachBatch, ROWS_PER_STATEMENT } from '#server/platform/database/for-each-batch.ts'
import type { EvaluationRunTrialsTable } from '#server/platform/database/tables/evaluations.ts'

export type RunTrialRow = Selectable<EvaluationRunTrialsTable>

export type TrialKey = Pick<RunTrialRow, 'runId' | 'position'>

export const insertTrials = (db: Queryable, trials: readonly Insertable<EvaluationRunTrialsTable>[]): Promise<void> =>
  forEachBatch(trials, ROWS_PER_STATEMENT, (part) => db.insertInto('evaluationRunTrials').values(part).execute())

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

/** Counts the trials of a run that have an outcome. */
export const countDecided = (db: Queryable, runId: string): Promise<number> =>
  countRows(db.selectFrom('evaluationRunTrials').where('runId', '=', runId).where('outcome', 'is not', null))

export type OutcomeTotal = { outcome: TrialOutcome | null; count: number }

/** Counts the trials of a run by outcome alone, which an index knows. */
export async function countByOutcome(db: Queryable, runId: string): Promise<OutcomeTotal[]> {
  const rows = await db
    .selectFrom('evaluationRunTrials')
    .select((eb) => ['outcome', eb.fn.countAll<number | string>().as('count')])
    .where('runId', '=', runId)
    .groupBy('outcome')
    .execute()
  return rows.map(({ outcome, count }) => ({ outcome, count: Number(count) }))
}

/** Trials of a task and candidate with the same outcome, asked by the same connection. */
export type OutcomeCount = Pick<RunTrialRow, 'task' | 'candidate' | 'outcome' | 'fingerprint' | 'asker'> & {
  count: number
  /** Those that were asked, and cost nobody knows what. */
  unknownCosts: number
}

/** Counts the trials of a run by task, candidate, outcome, and by whom and which connection they were asked. */
export async function countOutcomes(db: Queryable, runId: string): Promise<OutcomeCount[]> {
  const rows = await db
    .selectFrom('evaluationRunTrials')
    .select((eb) => [
      'task',
      'candidate',
      'outcome',
      'fingerprint',
      'asker',
      eb.fn.countAll<number | string>().as('count'),
      eb.fn
        .countAll<number | string>()
        .filterWhere((trial) => trial.and([trial('attempts', '>', 0), trial('cost', 'is', null)]))
        .as('unknownCosts'),
    ])
    .where('runId', '=', runId)
    .groupBy(['task', 'candidate', 'outcome', 'fingerprint', 'asker'])
    .execute()
  return rows.map(({ count, unknownCosts, ...row }) => ({
    ...row,
    count: Number(count),
    unknownCosts: Number(unknownCosts),
  }))
}

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

/** Returns how many trials of a run have a known cost. */
export async function countPaid(db: Queryable, runId: string): Promise<number> {
  const { count } = await db
    .selectFrom('evaluationRunTrials')
    .select((eb) => eb.fn.count<number | string>('cost').as('count'))
    .where('runId', '=', runId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Lists the results of trials with an outcome after a position, without anything else. */
export const listResultsAfter = (
  db: Queryable,
  runId: string,
  { after, limit }: { after: number; limit: number },
): Promise<Pick<RunTrialRow, 'position' | 'candidate' | 'resultJson'>[]> =>
  db
    .selectFrom('evaluationRunTrials')
    .select(['position', 'candidate', 'resultJson'])
    .where('runId', '=', runId)
    .where('position', '>', after)
    .where('outcome', 'is not', null)
    .orderBy('position')
    .limit(limit)
    .execute()

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
