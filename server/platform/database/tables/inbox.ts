/** What persons are told of. */
import type { Generated } from 'kysely'
import type { InboxStatus } from '#contracts/inbox/inbox-item.ts'
import type { EventName } from '#contracts/outbox/event-table.ts'
import type { Json } from './json.ts'

export type InboxTables = { inboxItems: InboxItemsTable; subscriptions: SubscriptionsTable }

/** An event that a person is told of. */
export type InboxItemsTable = {
  id: string
  userId: string
  /** The id of the event, of which nobody is told twice. */
  eventId: string
  name: EventName
  dataJson: Json
  status: InboxStatus
  createdAt: string
  /** When the digest is due that will contain it; `null` if none will, or one has. */
  digestDueAt: Generated<string | null>
}

/** The events that a member of the staff is told of. */
export type SubscriptionsTable = {
  userId: string
  /** `NoticeWays` */
  waysJson: Json
  /** An hour in Asia/Shanghai. */
  digestHour: number
}
