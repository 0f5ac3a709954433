import { type CommunityEvent, EventSchema } from '#contracts/documents/community.ts'
import { getEventSortDay } from '#contracts/rules/event-time.ts'
import type { EventRow } from './store.ts'

/** Returns the event of a row. */
export const toEvent = ({ id, eventJson }: Pick<EventRow, 'id' | 'eventJson'>): CommunityEvent => ({
  ...EventSchema.parse(eventJson),
  id,
})

/** Returns the columns that are derived from an event. */
export const toColumns = (event: CommunityEvent) => ({
  sortDay: getEventSortDay(event),
  eventJson: JSON.stringify(event),
})
