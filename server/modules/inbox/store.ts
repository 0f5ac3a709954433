import type { Insertable, Selectable } from 'kysely'
import type { InboxStatus } from '#contracts/inbox/inbox-item.ts'
import type { EventName } from '#contracts/outbox/event-table.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { RowRange } from '#server/platform/database/row-range.ts'
import type { InboxItemsTable } from '#server/platform/database/tables/inbox.ts'

export type InboxItemRow = Selectable<InboxItemsTable>

/** The items of a user: those of the named events, with one status if given. */
type Selection = { userId: string; names: readonly EventName[]; status: InboxStatus | undefined }

/** Returns those of some users whose accounts are active. */
export async function listActiveUsers(db: Queryable, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...ids])
    .where('status', '=', 'active')
    .execute()
  return rows.map(({ id }) => id)
}

/** Adds items. Leaves out those of users who have been told of the event before. */
export const insertItems = (db: Queryable, rows: readonly Insertable<InboxItemsTable>[]) =>
  db
    .insertInto('inboxItems')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['userId', 'eventId']).doNothing())
    .execute()

const selectItems = (db: Queryable, { userId, names, status }: Selection) => {
  const query = db
    .selectFrom('inboxItems')
    .where('userId', '=', userId)
    .where('name', 'in', [...names])
  return status === undefined ? query : query.where('status', '=', status)
}

/** Lists items of a user, newest first. */
export const listItems = (db: Queryable, { limit, offset, ...selection }: Selection & RowRange) =>
  selectItems(db, selection)
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const countItems = (db: Queryable, selection: Selection): Promise<number> =>
  countRows(selectItems(db, selection))

/** Lists all items of a user, newest first. */
export const listOwnItems = (db: Queryable, userId: string): Promise<InboxItemRow[]> =>
  db
    .selectFrom('inboxItems')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Changes the status of a user's item. Returns whether it exists. */
export async function updateItem(
  db: Queryable,
  { id, userId }: Pick<InboxItemRow, 'id' | 'userId'>,
  status: InboxStatus,
): Promise<boolean> {
  const updated = await db
    .updateTable('inboxItems')
    .set({ status })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** Marks a user's items up to a time as read. */
export const markRead = (db: Queryable, userId: string, until: string) =>
  db
    .updateTable('inboxItems')
    .set({ status: 'read' })
    .where('userId', '=', userId)
    .where('status', '=', 'unread')
    .where('createdAt', '<=', until)
    .execute()

/** Deletes up to `limit` items that were created before a time. Returns their number. */
export async function deleteItemsBefore(db: Queryable, before: string, limit: number): Promise<number> {
  const expired = db.selectFrom('inboxItems').select('id').where('createdAt', '<', before).limit(limit)
  const deleted = await db.deleteFrom('inboxItems').where('id', 'in', expired).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
