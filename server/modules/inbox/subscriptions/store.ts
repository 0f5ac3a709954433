import type { Insertable, Selectable } from 'kysely'
import type { Role } from '#contracts/vocabulary.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { SubscriptionsTable } from '#server/platform/database/tables/inbox.ts'
import type { InboxItemRow } from '../store.ts'

type SubscriptionRow = Selectable<SubscriptionsTable>
/** A subscription with the active account that it belongs to. */
export type Subscriber = SubscriptionRow & { name: string; email: string; role: Role }

export const findSubscription = (db: Queryable, userId: string): Promise<SubscriptionRow | undefined> =>
  db.selectFrom('subscriptions').selectAll().where('userId', '=', userId).executeTakeFirst()

const selectSubscribers = (db: Queryable) =>
  db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.userId')
    .selectAll('subscriptions')
    .select(['users.name', 'users.email', 'users.role'])
    .where('users.status', '=', 'active')

/** Lists those of the staff who are told of anything. */
export const listSubscribers = (db: Queryable): Promise<Subscriber[]> => selectSubscribers(db).execute()

export const findSubscriber = (db: Queryable, userId: string): Promise<Subscriber | undefined> =>
  selectSubscribers(db).where('subscriptions.userId', '=', userId).executeTakeFirst()

/** Creates or replaces a subscription. */
export const saveSubscription = (db: Queryable, row: Insertable<SubscriptionsTable>) =>
  db
    .insertInto('subscriptions')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ waysJson: row.waysJson, digestHour: row.digestHour }),
    )
    .execute()

/** Lists the users whose digests are due. */
export const listDueUsers = async (db: Queryable, now: string): Promise<string[]> => {
  const rows = await db.selectFrom('inboxItems').select('userId').distinct().where('digestDueAt', '<=', now).execute()
  return rows.map(({ userId }) => userId)
}

/** Lists the items of a user that wait for a digest, oldest first. */
export const listWaitingItems = (db: Queryable, userId: string): Promise<InboxItemRow[]> =>
  db
    .selectFrom('inboxItems')
    .selectAll()
    .where('userId', '=', userId)
    .where('digestDueAt', 'is not', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** Changes when the digest of some items is due; `null` if they are no longer part of any. */
export const setDigestDue = (db: Queryable, ids: readonly string[], digestDueAt: string | null) =>
  db
    .updateTable('inboxItems')
    .set({ digestDueAt })
    .where('id', 'in', [...ids])
    .execute()
