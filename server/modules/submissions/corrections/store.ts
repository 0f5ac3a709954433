/** What submissions contained before each correction. */
import type { Insertable, Selectable } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type { SubmissionVersionsTable } from '#server/platform/database/tables/requests.ts'

export type SubmissionVersionRow = Selectable<SubmissionVersionsTable>

/** Inserts a version under the next number of its submission, which the caller has locked. */
export async function insertVersion(
  db: Queryable,
  version: Omit<Insertable<SubmissionVersionsTable>, 'number'>,
): Promise<void> {
  const last = await db
    .selectFrom('submissionVersions')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('submissionId', '=', version.submissionId)
    .executeTakeFirst()
  await db
    .insertInto('submissionVersions')
    .values({ ...version, number: Number(last?.number ?? 0) + 1 })
    .execute()
}

/** Lists the earlier versions of a submission, newest first. */
export const listVersions = (db: Queryable, submissionId: string): Promise<SubmissionVersionRow[]> =>
  db
    .selectFrom('submissionVersions')
    .selectAll()
    .where('submissionId', '=', submissionId)
    .orderBy('number', 'desc')
    .execute()
