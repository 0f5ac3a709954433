/** Members' registrations for events. */
import type { RegistrationStatus } from '#contracts/events/statuses.ts'

export type EventTables = {
  eventRegistrations: EventRegistrationsTable
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
