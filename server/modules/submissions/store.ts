import type { Insertable, Selectable, Updateable } from 'kysely'
import { OPEN_SUBMISSION_STATUSES } from '#contracts/submissions/statuses.ts'
import { insertSubmissionNames, refreshSubmissionNames } from '#server/modules/possible-duplicates/service.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { RowRange } from '#server/platform/database/row-range.ts'
import type { SubmissionsTable } from '#server/platform/database/tables/requests.ts'
import { getNextOrdinal, indexTexts, reindexText, TEXT_INDEXES } from '#server/platform/database/text-indexes.ts'

/** The change feed's topic for the submissions. */
export const SUBMISSIONS_TOPIC = 'submissions'

export type SubmissionRow = Selectable<SubmissionsTable>
export type SubmissionFields = Updateable<SubmissionsTable>
export type NewSubmission = Omit<Insertable<SubmissionsTable>, 'ordinal'>
export type DeletedSubmissionRow = SubmissionRow & { deletedAt: string }

/** Inserts a row with its search texts and returns it. The caller has locked the submissions. */
export async function insertSubmission(db: Queryable, row: NewSubmission): Promise<SubmissionRow> {
  const ordinal = await getNextOrdinal(db, 'submissions')
  const inserted = await db
    .insertInto('submissions')
    .values({ ...row, ordinal })
    .returningAll()
    .executeTakeFirstOrThrow()
  await indexTexts(db, TEXT_INDEXES.submissions, [{ ordinal, text: row.searchText }])
  await indexTexts(db, TEXT_INDEXES.submissionsWithoutContacts, [{ ordinal, text: row.searchTextWithoutContacts }])
  await insertSubmissionNames(db, inserted.id, { name: inserted.productName, company: inserted.companyName })
  return inserted
}

/** Replaces the search texts and the compared names of a submission whose contents have changed. */
export async function reindexSubmission(db: Queryable, row: SubmissionRow): Promise<void> {
  const { ordinal, searchText, searchTextWithoutContacts, productName, companyName } = row
  await reindexText(db, TEXT_INDEXES.submissions, { ordinal, text: searchText })
  await reindexText(db, TEXT_INDEXES.submissionsWithoutContacts, { ordinal, text: searchTextWithoutContacts })
  await refreshSubmissionNames(db, row.id, { name: productName, company: companyName })
}

/** Returns a submission that isn't in the recycle bin. */
export const findSubmissionByReceipt = (db: Queryable, receipt: string): Promise<SubmissionRow | undefined> =>
  db
    .selectFrom('submissions')
    .selectAll()
    .where('receipt', '=', receipt)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()

/** Lists submissions with a contact email address, in any letter case, newest first. */
export const listSubmissionsByEmail = (db: Queryable, email: string, limit: number): Promise<SubmissionRow[]> =>
  db
    .selectFrom('submissions')
    .selectAll()
    .where((eb) => eb(eb.fn<string>('lower', ['contactEmail']), '=', email.toLowerCase()))
    .where('deletedAt', 'is', null)
    .orderBy('ordinal', 'desc')
    .limit(limit)
    .execute()

/** Lists the undecided updates of products, newest first. */
export const listPendingUpdates = async (
  db: Queryable,
  productIds: readonly string[],
): Promise<(SubmissionRow & { updatesProductId: string })[]> =>
  productIds.length === 0
    ? []
    : db
        .selectFrom('submissions')
        .selectAll()
        .where('updatesProductId', 'in', productIds)
        .where('status', 'in', OPEN_SUBMISSION_STATUSES)
        .where('deletedAt', 'is', null)
        .$narrowType<{ updatesProductId: string }>()
        .orderBy('createdAt', 'desc')
        .execute()

/** Returns whether a product has an undecided update; there is at most one. `null` is no product. */
export const hasPendingUpdate = async (db: Queryable, productId: string | null): Promise<boolean> =>
  productId !== null && (await listPendingUpdates(db, [productId])).length > 0

/** Returns the undecided update of a product with a receipt. Includes deleted ones. */
export const findUndecidedUpdate = (
  db: Queryable,
  productId: string,
  receipt: string,
): Promise<SubmissionRow | undefined> =>
  db
    .selectFrom('submissions')
    .selectAll()
    .where('receipt', '=', receipt)
    .where('updatesProductId', '=', productId)
    .where('status', 'in', OPEN_SUBMISSION_STATUSES)
    .executeTakeFirst()

/** Returns a submission that isn't in the recycle bin. */
export const findSubmission = (db: Queryable, id: string): Promise<SubmissionRow | undefined> =>
  db.selectFrom('submissions').selectAll().where('id', '=', id).where('deletedAt', 'is', null).executeTakeFirst()

const selectDeletedSubmissions = (db: Queryable) => db.selectFrom('submissions').where('deletedAt', 'is not', null)
const selectDeletedRows = (db: Queryable) =>
  selectDeletedSubmissions(db).selectAll().$narrowType<{ deletedAt: string }>()

export const findDeletedSubmission = (db: Queryable, id: string): Promise<DeletedSubmissionRow | undefined> =>
  selectDeletedRows(db).where('id', '=', id).executeTakeFirst()

/** Lists deleted submissions, most recently deleted first. */
export const listDeletedSubmissions = (db: Queryable, page: RowRange): Promise<DeletedSubmissionRow[]> =>
  selectDeletedRows(db)
    .orderBy('deletedAt', 'desc')
    .orderBy('ordinal', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export const countDeletedSubmissions = (db: Queryable): Promise<number> => countRows(selectDeletedSubmissions(db))

/** Lists up to `limit` submissions deleted before a time, earliest deleted first. */
export const listDeletedBefore = (db: Queryable, before: string, limit: number): Promise<DeletedSubmissionRow[]> =>
  selectDeletedRows(db).where('deletedAt', '<', before).orderBy('deletedAt').orderBy('ordinal').limit(limit).execute()

export const updateSubmission = (db: Queryable, id: string, fields: SubmissionFields): Promise<SubmissionRow> =>
  db.updateTable('submissions').set(fields).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Deletes a submission and its search texts. */
export const deleteSubmission = (db: Queryable, id: string) =>
  db.deleteFrom('submissions').where('id', '=', id).execute()
