/** The messages between vendors and reviewers. */
import type { Insertable, Selectable } from 'kysely'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { SubmissionMessagesTable } from '#server/platform/database/tables/requests.ts'

export type SubmissionMessageRow = Selectable<SubmissionMessagesTable>

export const insertMessage = (db: Queryable, row: Insertable<SubmissionMessagesTable>): Promise<SubmissionMessageRow> =>
  db.insertInto('submissionMessages').values(row).returningAll().executeTakeFirstOrThrow()

/** Lists the messages of a submission, oldest first. */
export const listMessages = (db: Queryable, submissionId: string): Promise<SubmissionMessageRow[]> =>
  db
    .selectFrom('submissionMessages')
    .selectAll()
    .where('submissionId', '=', submissionId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** Lists the messages of several submissions, those of each oldest first. */
export const listMessagesOfSubmissions = async (
  db: Queryable,
  submissionIds: readonly string[],
): Promise<SubmissionMessageRow[]> =>
  submissionIds.length === 0
    ? []
    : db
        .selectFrom('submissionMessages')
        .selectAll()
        .where('submissionId', 'in', submissionIds)
        .orderBy('submissionId')
        .orderBy('createdAt')
        .orderBy('id')
        .execute()

/** Counts the messages of one side of a submission since a time. */
export const countMessages = (
  db: Queryable,
  { submissionId, isFromVendor, since }: { submissionId: string; isFromVendor: boolean; since: string },
): Promise<number> =>
  countRows(
    db
      .selectFrom('submissionMessages')
      .where('submissionId', '=', submissionId)
      .where('createdAt', '>=', since)
      .where('isFromVendor', '=', isFromVendor),
  )

/** Lists what a member of the staff has written to vendors, oldest first. */
export const listMessagesByAuthor = (db: Queryable, authorId: string): Promise<SubmissionMessageRow[]> =>
  db
    .selectFrom('submissionMessages')
    .selectAll()
    .where('authorId', '=', authorId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
