/** The community's events, and members' registrations for them. */
import type { Generated } from 'kysely'
import type { RegistrationStatus } from '#contracts/events/statuses.ts'
import type { Json } from './json.ts'

export type EventTables = {
  communityEvents: CommunityEventsTable
  eventRegistrations: EventRegistrationsTable
  eventChanges: EventChangesTable
}

/**
 * The events, each as the document of the community shows it (`eventJson`). `listed` ones are in the document, ordered
 * by `position`; `sortDay` is the day by which lists sort. `remindedDay` is the day of which attendees were reminded.
 */
export type CommunityEventsTable = {
  id: string
  state: 'listed' | 'cancelled'
  position: number
  sortDay: string
  eventJson: Json
  version: Generated<number>
  cancelReason: string
  remindedDay: string
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

/** The event's texts are copied at registration, since the event may later be deleted. */
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
