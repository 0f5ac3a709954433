/** Members' registrations for events. */
import type { RegistrationStatus } from '#contracts/events/statuses.ts'
import type { Json } from './json.ts'

export type EventTables = {
  eventRegistrations: EventRegistrationsTable
  eventChanges: EventChangesTable
}

/**
 * How often an event in calendars has changed since it was published. Events that never changed have no row. `eventJson`
 * is the event's last state; it is read only for cancelled events, which are no longer in the document.
 */
export type EventChangesTable = {
  eventId: string
  sequence: number
  isCancelled: boolean
  eventJson: Json
  changedAt: string
}

/** The event's texts are copied at registration, since the event may later be deleted from its document. */
export type EventRegistrationsTable = {
  id: string
  eventId: string
  eventTitle: string
  eventDate: string
  eventTime: string
  userId: string
  status: RegistrationStatus
  createdAt: string
}
