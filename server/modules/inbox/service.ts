import { randomUUID } from 'node:crypto'
import { DAY_MS } from '#contracts/durations.ts'
import type { InboxItem, InboxQuery, InboxStatus } from '#contracts/inbox/inbox-item.ts'
import { INBOX_MESSAGES } from '#contracts/inbox/messages.ts'
import { INBOX } from '#contracts/limits.ts'
import type { EventData, EventName } from '#contracts/outbox/event-table.ts'
import { type Pagination, toPagination } from '#contracts/pagination.ts'
import type { Caller } from '#contracts/permissions.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import { notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts'
import { toRowRange } from '#server/platform/database/row-range.ts'
import { createOrderedIds } from '#server/platform/ordered-id.ts'
import { listReadableEvents } from './policy.ts'
import {
  countItems,
  deleteItemsBefore,
  insertItems,
  listActiveUsers,
  listItems,
  listOwnItems,
  markRead,
  updateItem,
} from './store.ts'
import { createSubscriptions } from './subscriptions/service.ts'
import { toInboxItem } from './view.ts'

export type InboxService = ReturnType<typeof createInboxService>

type Reader = Caller & { id: string }

type Dependencies = {
  database: Database
  clock: Clock
  mail: Pick<MailService, 'isReady' | 'queueTemplate'>
  publicUrl: string
}

/** Creates the inboxes: the events that persons are told of. Everyone reads and changes only their own items. */
export function createInboxService({ database, clock, mail, publicUrl }: Dependencies) {
  const createId = createOrderedIds(clock)

  async function addItems(
    { db }: Transaction,
    readers: readonly { userId: string; digestDueAt: string | null }[],
    { id, name, dataJson }: { id: string; name: EventName; dataJson: string },
  ): Promise<void> {
    const createdAt = timestamp(clock)
    await insertItems(
      db,
      readers.map(({ userId, digestDueAt }) => ({
        id: createId(),
        userId,
        eventId: id,
        name,
        dataJson,
        status: 'unread' as const,
        createdAt,
        digestDueAt,
      })),
    )
  }

  const countUnread = (reader: Reader): Promise<number> =>
    countItems(database.read, { userId: reader.id, names: listReadableEvents(reader), status: 'unread' })

  return {
    countUnread,

    subscriptions: createSubscriptions({ database, clock, mail, publicUrl, addItems }),

    /**
     * Tells users of an event inside the transaction that causes it; once, if `id` is the event's own. Leaves out accounts
     * that aren't active.
     */
    async add<Name extends EventName>(
      transaction: Transaction,
      userIds: readonly string[],
      { id = randomUUID(), name, data }: { id?: string | undefined; name: Name; data: EventData<Name> },
    ): Promise<void> {
      const users = await listActiveUsers(transaction.db, [...new Set(userIds)])
      if (users.length === 0) return
      const readers = users.map((userId) => ({ userId, digestDueAt: null }))
      await addItems(transaction, readers, { id, name, dataJson: JSON.stringify(data) })
    },

    /** Lists a page of one's own items, newest first, without those that one may no longer read. */
    async list(
      { page, status }: InboxQuery,
      reader: Reader,
    ): Promise<{ items: InboxItem[]; pagination: Pagination; unread: number }> {
      const selection = { userId: reader.id, names: listReadableEvents(reader), status }
      const [rows, total, unread] = await Promise.all([
        listItems(database.read, { ...selection, ...toRowRange(page, INBOX.perPage) }),
        countItems(database.read, selection),
        countUnread(reader),
      ])
      return {
        items: rows.map((row) => toInboxItem(row, reader)),
        pagination: toPagination(page, INBOX.perPage, total),
        unread,
      }
    },

    /** Marks one's own item as read or unread. Throws `notFound`. */
    async setStatus(id: string, status: InboxStatus, { id: userId }: Reader): Promise<void> {
      const isChanged = await database.write(({ db }) => updateItem(db, { id, userId }, status))
      if (!isChanged) throw notFound(INBOX_MESSAGES.notFound)
    },

    /** Marks all one's own items up to a time as read. */
    readAll: (until: string, { id: userId }: Reader) => database.write(({ db }) => markRead(db, userId, until)),

    /** Lists all one's own items, for the copy of one's data. */
    listOwn: async (reader: Reader): Promise<InboxItem[]> =>
      (await listOwnItems(database.read, reader.id)).map((row) => toInboxItem(row, reader)),

    /** Deletes items whose retention has ended. */
    async deleteExpired(): Promise<void> {
      const before = new Date(clock.now().getTime() - INBOX.days * DAY_MS).toISOString()
      await deleteInBatches(database, ({ db }, limit) => deleteItemsBefore(db, before, limit))
    },
  }
}
