import type { Topic } from '#server/platform/database/topics.ts'

/** The change feed's topic for registrations. It is also locked while places are assigned. */
export const EVENT_REGISTRATIONS_TOPIC: Topic = 'event-registrations'
