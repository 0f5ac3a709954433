import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type { SubmissionsTable } from '#server/platform/database/tables/requests.ts'
import { deleteGrams, insertGrams } from '#server/platform/database/text-search.ts'

/** The change feed's name for the submissions. */
export const SUBMISSIONS_NAME = 'submissions'

export type SubmissionRow = Selectable<SubmissionsTable>
export type SubmissionFields = Updateable<SubmissionsTable>

const GRAMS = 'submission_grams'

/** Adds a row as the newest, with the words that it is found by; returns it. The caller holds the submissions' name. */
export async function insertSubmission(
  db: Queryable,
  row: Omit<Insertable<SubmissionsTable>, 'ordinal'>,
): Promise<SubmissionRow> {
  const last = await db
    .selectFrom('submissions')
    .select((eb) => eb.fn.max('ordinal').as('ordinal'))
    .executeTakeFirst()
  const ordinal = (last?.ordinal ?? 0) + 1
  const inserted = await db
    .insertInto('submissions')
    .values({ ...row, ordinal })
    .returningAll()
    .executeTakeFirstOrThrow()
  await insertGrams(db, GRAMS, ordinal, row.searchText)
  return inserted
}

export const findSubmissionByReceipt = (db: Queryable, receipt: string): Promise<SubmissionRow | undefined> =>
  db.selectFrom('submissions').selectAll().where('receipt', '=', receipt).executeTakeFirst()

export const findSubmissionByKey = (db: Queryable, idempotencyKey: string) =>
  db
    .selectFrom('submissions')
    .select(['receipt', 'createdAt'])
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst()

export const findSubmission = (db: Queryable, id: string): Promise<SubmissionRow | undefined> =>
  db.selectFrom('submissions').selectAll().where('id', '=', id).executeTakeFirst()

export const updateSubmission = (db: Queryable, id: string, fields: SubmissionFields): Promise<SubmissionRow> =>
  db.updateTable('submissions').set(fields).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export async function deleteSubmission(db: Queryable, { id, ordinal }: Pick<SubmissionRow, 'id' | 'ordinal'>) {
  await db.deleteFrom('submissions').where('id', '=', id).execute()
  await deleteGrams(db, GRAMS, ordinal)
}
