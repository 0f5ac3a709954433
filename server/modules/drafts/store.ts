import type { Insertable } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type { DraftsTable } from '#server/platform/database/tables/documents.ts'

/** Lists a user's drafts of one edited item (`subject`) without their content, last edited first. */
export const listDrafts = (db: Queryable, userId: string, subject: string) =>
  db
    .selectFrom('drafts')
    .select(['id', 'editedAt', 'userAgent'])
    .where('userId', '=', userId)
    .where('subject', '=', subject)
    .orderBy('editedAt', 'desc')
    .orderBy('id')
    .execute()

export const findDraft = (db: Queryable, userId: string, id: string) =>
  db.selectFrom('drafts').selectAll().where('userId', '=', userId).where('id', '=', id).executeTakeFirst()

/** Lists all drafts of a user with their content, last edited first. */
export const listOwnDrafts = (db: Queryable, userId: string) =>
  db.selectFrom('drafts').selectAll().where('userId', '=', userId).orderBy('editedAt', 'desc').orderBy('id').execute()

/** Counts a user's other drafts, and their total bytes. */
export async function countOtherDrafts(
  db: Queryable,
  userId: string,
  id: string,
): Promise<{ count: number; bytes: number }> {
  const row = await db
    .selectFrom('drafts')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number | null>('bytes').as('bytes')])
    .where('userId', '=', userId)
    .where('id', '!=', id)
    .executeTakeFirst()
  return { count: Number(row?.count ?? 0), bytes: Number(row?.bytes ?? 0) }
}

/** Creates a draft, or replaces the one with the same user and id. */
export async function saveDraft(db: Queryable, row: Insertable<DraftsTable>): Promise<void> {
  const { userId: _userId, id: _id, ...changes } = row
  await db
    .insertInto('drafts')
    .values(row)
    .onConflict((conflict) => conflict.columns(['userId', 'id']).doUpdateSet(changes))
    .execute()
}

export const deleteDraft = (db: Queryable, userId: string, id: string) =>
  db.deleteFrom('drafts').where('userId', '=', userId).where('id', '=', id).execute()

/** Deletes everyone's drafts that were saved before a time (ISO 8601). */
export const deleteDraftsBefore = (db: Queryable, time: string) =>
  db.deleteFrom('drafts').where('savedAt', '<', time).execute()
