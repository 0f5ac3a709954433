/** The replies of runs that people read, and what they say of them. */
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import { forEachBatch, ROWS_PER_STATEMENT } from '#server/platform/database/for-each-batch.ts'
import type {
  EvaluationGradingItemsTable,
  EvaluationGradingsTable,
  EvaluationReadingsTable,
} from '#server/platform/database/tables/evaluations.ts'

export type GradingRow = Selectable<EvaluationGradingsTable>
export type GradingItemRow = Selectable<EvaluationGradingItemsTable>
export type NewGradingItem = Insertable<EvaluationGradingItemsTable>
export type ReadingRow = Selectable<EvaluationReadingsTable>

export const findGrading = (db: Queryable, runId: string): Promise<GradingRow | undefined> =>
  db.selectFrom('evaluationGradings').selectAll().where('runId', '=', runId).executeTakeFirst()

export async function insertGrading(db: Queryable, row: Insertable<EvaluationGradingsTable>): Promise<void> {
  await db.insertInto('evaluationGradings').values(row).execute()
}

export const updateGrading = (db: Queryable, runId: string, changes: Updateable<EvaluationGradingsTable>) =>
  db.updateTable('evaluationGradings').set(changes).where('runId', '=', runId).execute()

/** Lists the open gradings of a project's runs, oldest first. */
export const listOpenGradings = (db: Queryable, projectId: string): Promise<GradingRow[]> =>
  db
    .selectFrom('evaluationGradings')
    .innerJoin('evaluationRuns', 'evaluationRuns.id', 'evaluationGradings.runId')
    .selectAll('evaluationGradings')
    .where('evaluationRuns.projectId', '=', projectId)
    .where('evaluationGradings.closedAt', 'is', null)
    .orderBy('evaluationGradings.openedAt')
    .orderBy('evaluationGradings.runId')
    .execute()

export const insertItems = (db: Queryable, items: readonly NewGradingItem[]): Promise<void> =>
  forEachBatch(items, ROWS_PER_STATEMENT, (part) => db.insertInto('evaluationGradingItems').values(part).execute())

/** Lists what is to be read of a run, in no order that means anything. */
export const listItems = (db: Queryable, runId: string): Promise<GradingItemRow[]> =>
  db.selectFrom('evaluationGradingItems').selectAll().where('runId', '=', runId).orderBy('id').execute()

/** Lists the positions of the replies of some candidates in a run. */
export const listPositionsOf = async (
  db: Queryable,
  runId: string,
  candidates: readonly string[],
): Promise<number[]> =>
  candidates.length === 0
    ? []
    : (
        await db
          .selectFrom('evaluationRunTrials')
          .select('position')
          .where('runId', '=', runId)
          .where('candidate', 'in', candidates)
          .execute()
      ).map(({ position }) => position)

export const findItem = (db: Queryable, id: string): Promise<GradingItemRow | undefined> =>
  db.selectFrom('evaluationGradingItems').selectAll().where('id', '=', id).executeTakeFirst()

export const updateItem = (db: Queryable, id: string, changes: Updateable<EvaluationGradingItemsTable>) =>
  db.updateTable('evaluationGradingItems').set(changes).where('id', '=', id).execute()

export const deleteItems = (db: Queryable, ids: readonly string[]): Promise<void> =>
  forEachBatch(ids, ROWS_PER_STATEMENT, (part) =>
    db.deleteFrom('evaluationGradingItems').where('id', 'in', part).execute(),
  )

/** Lists all readings of a run; only those of one judge if `judgeId` is given. */
export function listReadings(db: Queryable, runId: string, judgeId?: string): Promise<ReadingRow[]> {
  const query = db
    .selectFrom('evaluationReadings')
    .innerJoin('evaluationGradingItems', 'evaluationGradingItems.id', 'evaluationReadings.itemId')
    .selectAll('evaluationReadings')
    .where('evaluationGradingItems.runId', '=', runId)
  return (judgeId === undefined ? query : query.where('evaluationReadings.judgeId', '=', judgeId))
    .orderBy('evaluationReadings.itemId')
    .orderBy('evaluationReadings.judgeId')
    .execute()
}

/** Returns how many readings a run has, and how often they were saved, which changes with each of them. */
export async function countReadings(db: Queryable, runId: string): Promise<{ count: number; saves: number }> {
  const { count, saves } = await db
    .selectFrom('evaluationReadings')
    .innerJoin('evaluationGradingItems', 'evaluationGradingItems.id', 'evaluationReadings.itemId')
    .select((eb) => [
      eb.fn.countAll<number | string>().as('count'),
      eb.fn.sum<number | string | null>('evaluationReadings.version').as('saves'),
    ])
    .where('evaluationGradingItems.runId', '=', runId)
    .executeTakeFirstOrThrow()
  return { count: Number(count), saves: Number(saves ?? 0) }
}

/** Lists the readings of one item, also those that are set aside. */
export const listItemReadings = (db: Queryable, itemId: string): Promise<ReadingRow[]> =>
  db.selectFrom('evaluationReadings').selectAll().where('itemId', '=', itemId).orderBy('judgeId').execute()

/** Lists everything that some judges have read, for the copy of a member's data. */
export const listReadingsOfJudges = (db: Queryable, judgeIds: readonly string[]): Promise<ReadingRow[]> =>
  judgeIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('evaluationReadings')
        .selectAll()
        .where('judgeId', 'in', judgeIds)
        .orderBy('updatedAt')
        .orderBy('itemId')
        .execute()

/** Sets a reading aside, or counts it again if `setAsideAt` is `null`. */
export const setReadingAside = (
  db: Queryable,
  { itemId, judgeId }: Pick<ReadingRow, 'itemId' | 'judgeId'>,
  setAsideAt: string | null,
) =>
  db
    .updateTable('evaluationReadings')
    .set({ setAsideAt })
    .where('itemId', '=', itemId)
    .where('judgeId', '=', judgeId)
    .execute()

export const insertReading = (db: Queryable, row: Insertable<EvaluationReadingsTable>) =>
  db.insertInto('evaluationReadings').values(row).execute()

export const updateReading = (
  db: Queryable,
  { itemId, judgeId }: Pick<ReadingRow, 'itemId' | 'judgeId'>,
  changes: Updateable<EvaluationReadingsTable>,
) =>
  db
    .updateTable('evaluationReadings')
    .set(changes)
    .where('itemId', '=', itemId)
    .where('judgeId', '=', judgeId)
    .execute()
