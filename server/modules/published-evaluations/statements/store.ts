import type { Insertable, Selectable, Updateable } from 'kysely'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { RowRange } from '#server/platform/database/row-range.ts'
import type { VendorStatementsTable } from '#server/platform/database/tables/evaluations.ts'

export type StatementRow = Selectable<VendorStatementsTable>

export const insertStatement = (db: Queryable, row: Insertable<VendorStatementsTable>) =>
  db.insertInto('vendorStatements').values(row).execute()

export const updateStatement = (db: Queryable, id: string, values: Updateable<VendorStatementsTable>) =>
  db.updateTable('vendorStatements').set(values).where('id', '=', id).execute()

/** Moves all statements on an evaluation to another one. */
export const moveStatements = (db: Queryable, from: string, to: string) =>
  db.updateTable('vendorStatements').set({ evaluationId: to }).where('evaluationId', '=', from).execute()

export const findStatement = (db: Queryable, id: string): Promise<StatementRow | undefined> =>
  db.selectFrom('vendorStatements').selectAll().where('id', '=', id).executeTakeFirst()

/** Returns the author's account; `undefined` if it was deleted. */
export const findAuthor = (db: Queryable, id: string): Promise<{ name: string; email: string } | undefined> =>
  db.selectFrom('users').select(['name', 'email']).where('id', '=', id).executeTakeFirst()

/** Lists the published and pending statements of evaluations. */
export const listOpenStatements = (db: Queryable, evaluationIds: readonly string[]): Promise<StatementRow[]> =>
  evaluationIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('vendorStatements')
        .selectAll()
        .where('evaluationId', 'in', evaluationIds)
        .where('status', 'in', ['pending', 'approved'])
        .execute()

/** Lists an author's statements on an evaluation, newest first. */
export const listStatementsByAuthor = (
  db: Queryable,
  evaluationId: string,
  authorId: string,
): Promise<StatementRow[]> =>
  db
    .selectFrom('vendorStatements')
    .selectAll()
    .where('evaluationId', '=', evaluationId)
    .where('authorId', '=', authorId)
    .where('isByStaff', '=', false)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()

/** Lists all statements of an author with their products, newest first. */
export const listStatementsWithProducts = (db: Queryable, authorId: string) =>
  db
    .selectFrom('vendorStatements')
    .innerJoin('publishedEvaluations', 'publishedEvaluations.id', 'vendorStatements.evaluationId')
    .selectAll('vendorStatements')
    .select('publishedEvaluations.productName')
    .where('authorId', '=', authorId)
    .orderBy('vendorStatements.createdAt', 'desc')
    .orderBy('vendorStatements.id')
    .execute()

/** Selects pending statements on current evaluations. */
const selectPendingStatements = (db: Queryable) =>
  db
    .selectFrom('vendorStatements')
    .innerJoin('publishedEvaluations', 'publishedEvaluations.id', 'vendorStatements.evaluationId')
    .where('vendorStatements.status', '=', 'pending')
    .where('publishedEvaluations.replacedAt', 'is', null)
    .where('publishedEvaluations.withdrawnAt', 'is', null)

/** Lists pending statements with their evaluations, oldest first. */
export const listPendingStatements = (db: Queryable, page: RowRange) =>
  selectPendingStatements(db)
    .selectAll('vendorStatements')
    .select(['publishedEvaluations.productId', 'publishedEvaluations.productName', 'publishedEvaluations.catalogue'])
    .orderBy('vendorStatements.createdAt')
    .orderBy('vendorStatements.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export const countPendingStatements = (db: Queryable): Promise<number> => countRows(selectPendingStatements(db))
