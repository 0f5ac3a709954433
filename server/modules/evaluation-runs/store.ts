/** The rows of runs. */
import type { Insertable, Selectable } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type {
  EvaluationDeletedRunsTable,
  EvaluationRunsTable,
  EvaluationRunTrialsTable,
} from '#server/platform/database/tables/evaluations.ts'
import { insertTrials } from './trials/store.ts'

/** A run without its plan, which is large. */
export type RunRow = Omit<Selectable<EvaluationRunsTable>, 'planJson'>

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

export async function insertRun(
  db: Queryable,
  run: Insertable<EvaluationRunsTable>,
  trials: readonly Insertable<EvaluationRunTrialsTable>[],
): Promise<void> {
  await db.insertInto('evaluationRuns').values(run).execute()
  await insertTrials(db, trials)
}

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
