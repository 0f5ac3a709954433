import type { Insertable, Selectable } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type { SubmissionsTable } from '#server/platform/database/tables.ts'

export type SubmissionRow = Selectable<SubmissionsTable>

export const insertSubmission = (db: Queryable, row: Insertable<SubmissionsTable>) =>
  db.insertInto('submissions').values(row).execute()

export const findSubmissionByReceipt = (db: Queryable, receipt: string): Promise<SubmissionRow | undefined> =>
  db.selectFrom('submissions').selectAll().where('receipt', '=', receipt).executeTakeFirst()
