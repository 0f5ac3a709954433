/** Rows of submission attachments; their bytes are stored by the files module. */
import type { Insertable, Selectable } from 'kysely'
import { OPEN_SUBMISSION_STATUSES } from '#contracts/submissions/statuses.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { SubmissionFilesTable } from '#server/platform/database/tables/requests.ts'

export type SubmissionFileRow = Selectable<SubmissionFilesTable>

export const insertSubmissionFile = (db: Queryable, row: Insertable<SubmissionFilesTable>) =>
  db.insertInto('submissionFiles').values(row).execute()

type FileClaim = {
  claim: { submissionId: string; position: number; caption: string | null; replacedAt: null }
  updatesProductId: string | null
}

/**
 * Assigns an attachment or screenshot to a submission. Returns whether it existed and was unclaimed, or belonged to this
 * submission or to a withdrawn update of the same product.
 */
export async function claimSubmissionFile(db: Queryable, id: string, { claim, updatesProductId }: FileClaim) {
  const claimed = await db
    .updateTable('submissionFiles')
    .set(claim)
    .where('id', '=', id)
    .where((eb) => {
      const withdrawnUpdates = eb
        .selectFrom('submissions')
        .select('id')
        .where('updatesProductId', '=', updatesProductId)
        .where('status', 'in', OPEN_SUBMISSION_STATUSES)
        .where('deletedAt', 'is not', null)
      return eb.or([
        eb('submissionId', 'is', null),
        eb('submissionId', '=', claim.submissionId),
        eb('submissionId', 'in', withdrawnUpdates),
      ])
    })
    .where('caption', claim.caption === null ? 'is' : 'is not', null)
    .executeTakeFirst()
  return claimed.numUpdatedRows > 0n
}

/** Marks the present files of a submission as those of an earlier version. */
export const replaceSubmissionFiles = (db: Queryable, submissionId: string, replacedAt: string) =>
  db
    .updateTable('submissionFiles')
    .set({ replacedAt })
    .where('submissionId', '=', submissionId)
    .where('replacedAt', 'is', null)
    .execute()

/** Lists the files of several submissions and of their earlier versions, in the order in which they were attached. */
export const listSubmissionFiles = (db: Queryable, submissionIds: readonly string[]): Promise<SubmissionFileRow[]> =>
  db
    .selectFrom('submissionFiles')
    .selectAll()
    .where('submissionId', 'in', submissionIds)
    .orderBy('submissionId')
    .orderBy('position')
    .execute()

export const findFileById = (db: Queryable, id: string) =>
  db.selectFrom('submissionFiles').selectAll().where('id', '=', id).executeTakeFirst()

export const findSubmissionFile = (db: Queryable, submissionId: string, id: string) =>
  db
    .selectFrom('submissionFiles')
    .selectAll()
    .where('id', '=', id)
    .where('submissionId', '=', submissionId)
    .executeTakeFirst()

export const deleteSubmissionFiles = (db: Queryable, submissionId: string) =>
  db.deleteFrom('submissionFiles').where('submissionId', '=', submissionId).execute()

/** Returns the total number of unclaimed bytes. */
export async function sumUnclaimedBytes(db: Queryable): Promise<number> {
  const row = await db
    .selectFrom('submissionFiles')
    .select((eb) => eb.fn.sum<number>('size').as('bytes'))
    .where('submissionId', 'is', null)
    .executeTakeFirst()
  return Number(row?.bytes ?? 0)
}

/** Deletes the rows of files unclaimed since before a time. Returns their keys. */
export async function deleteUnclaimedFiles(db: Queryable, before: string): Promise<string[]> {
  const deleted = await db
    .deleteFrom('submissionFiles')
    .where('submissionId', 'is', null)
    .where('createdAt', '<', before)
    .returning('fileKey')
    .execute()
  return deleted.map(({ fileKey }) => fileKey)
}
