/** What persons are told of. */
import type { InboxStatus } from '#contracts/inbox/inbox-item.ts'
import type { EventName } from '#contracts/outbox/event-table.ts'
import type { Json } from './json.ts'

export type InboxTables = { inboxItems: InboxItemsTable }

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
}
