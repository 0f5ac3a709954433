import type { Insertable, Selectable, Updateable } from 'kysely'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { ShortlistSubscriptionsTable, ShortlistsTable } from '#server/platform/database/tables/shortlists.ts'

export type ShortlistRow = Selectable<ShortlistsTable>
type SubscriptionKey = { userId: string; shortlistId: string }

/** Adds a shortlist, unless a concurrent request has added it. */
export const insertShortlist = (db: Queryable, row: Insertable<ShortlistsTable>) =>
  db
    .insertInto('shortlists')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()

export const findShortlist = (db: Queryable, id: string): Promise<ShortlistRow | undefined> =>
  db.selectFrom('shortlists').selectAll().where('id', '=', id).executeTakeFirst()

export const listOwnShortlists = (db: Queryable, ownerId: string): Promise<ShortlistRow[]> =>
  db
    .selectFrom('shortlists')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .execute()

/** Lists shortlists by their ids, most recently changed first. */
export const listShortlistsById = async (db: Queryable, ids: readonly string[]): Promise<ShortlistRow[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('shortlists')
        .selectAll()
        .where('id', 'in', ids)
        .orderBy('updatedAt', 'desc')
        .orderBy('id')
        .execute()

export const countOwnShortlists = (db: Queryable, ownerId: string): Promise<number> =>
  countRows(db.selectFrom('shortlists').where('ownerId', '=', ownerId))

/** Lists the subscriptions of active accounts with their shortlists, and the subscribers' names and email addresses. */
export const listSubscribedShortlists = (db: Queryable) =>
  db
    .selectFrom('shortlistSubscriptions')
    .innerJoin('shortlists', 'shortlists.id', 'shortlistSubscriptions.shortlistId')
    .innerJoin('users', 'users.id', 'shortlistSubscriptions.userId')
    .selectAll('shortlists')
    .select([
      'shortlistSubscriptions.notifiedResultJson',
      'users.id as userId',
      'users.name as userName',
      'users.email as userEmail',
    ])
    .where('users.status', '=', 'active')
    .orderBy('shortlists.id')
    .orderBy('users.id')
    .execute()
export type SubscribedShortlistRow = Awaited<ReturnType<typeof listSubscribedShortlists>>[number]

export const findSubscription = (
  db: Queryable,
  { userId, shortlistId }: SubscriptionKey,
): Promise<Selectable<ShortlistSubscriptionsTable> | undefined> =>
  db
    .selectFrom('shortlistSubscriptions')
    .selectAll()
    .where('userId', '=', userId)
    .where('shortlistId', '=', shortlistId)
    .executeTakeFirst()

/** Lists the shortlists whose changes are mailed to a user. */
export const listSubscribedIds = async (db: Queryable, userId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('shortlistSubscriptions')
      .select('shortlistId')
      .where('userId', '=', userId)
      .orderBy('shortlistId')
      .execute()
  ).map(({ shortlistId }) => shortlistId)

/** Subscribes a user, or replaces the result of which they were told. */
export const saveSubscription = (db: Queryable, row: Insertable<ShortlistSubscriptionsTable>) =>
  db
    .insertInto('shortlistSubscriptions')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['userId', 'shortlistId']).doUpdateSet({ notifiedResultJson: row.notifiedResultJson }),
    )
    .execute()

/** Replaces the result of which all subscribers of a shortlist were told. */
export const replaceNotifiedResults = (db: Queryable, shortlistId: string, notifiedResultJson: string) =>
  db.updateTable('shortlistSubscriptions').set({ notifiedResultJson }).where('shortlistId', '=', shortlistId).execute()

export const deleteSubscription = (db: Queryable, { userId, shortlistId }: SubscriptionKey) =>
  db.deleteFrom('shortlistSubscriptions').where('userId', '=', userId).where('shortlistId', '=', shortlistId).execute()

export const updateShortlist = (db: Queryable, id: string, values: Updateable<ShortlistsTable>) =>
  db.updateTable('shortlists').set(values).where('id', '=', id).execute()

export const deleteShortlist = (db: Queryable, id: string) => db.deleteFrom('shortlists').where('id', '=', id).execute()
