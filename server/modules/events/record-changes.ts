/** Records how events change after their publication, so that calendars can tell a newer state from an older one. */
import { type CommunityEvent, EventSchema } from '#contracts/documents/community.ts'
import { parseEventTime } from '#contracts/rules/event-time.ts'
import { addDays, toDay } from '#contracts/rules/shanghai-time.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { EventVersions } from './registration-impacts.ts'
import { deleteEventChange, type EventChangeRow, listEventChanges, saveEventChange } from './store.ts'

/** How long a cancelled event stays in the calendars after its day, so that each subscriber learns of it. */
const CANCELLED_DAYS = 30

const CALENDAR_FIELDS = ['title', 'date', 'time', 'location', 'speaker', 'description'] as const

/** Raises the sequence of each event whose entry in calendars has changed. An event that was removed is cancelled. */
export async function recordEventChanges(db: Queryable, { before, after }: EventVersions, now: Date): Promise<void> {
  const changes = new Map((await listEventChanges(db)).map((row) => [row.eventId, row]))
  const olderById = indexById(before)
  const newerById = indexById(after)
  const save = (event: CommunityEvent, isCancelled: boolean) =>
    saveEventChange(db, {
      eventId: event.id,
      sequence: (changes.get(event.id)?.sequence ?? 0) + 1,
      isCancelled,
      eventJson: JSON.stringify(event),
      changedAt: now.toISOString(),
    })
  for (const [id, event] of newerById) {
    const older = olderById.get(id)
    const isChanged = older !== undefined && CALENDAR_FIELDS.some((field) => older[field] !== event[field])
    if (isChanged || changes.get(id)?.isCancelled) await save(event, false)
  }
  const firstDay = addDays(toDay(now), -CANCELLED_DAYS)
  for (const [id, event] of olderById) if (!newerById.has(id) && getDay(event) >= toDay(now)) await save(event, true)
  for (const row of changes.values())
    if (!newerById.has(row.eventId) && getDay(readEvent(row)) < firstDay) await deleteEventChange(db, row.eventId)
}

/** Lists the sequence of each event that has changed, and the events that were cancelled. */
export async function readEventChanges(db: Queryable) {
  const rows = await listEventChanges(db)
  return {
    sequences: new Map(rows.map(({ eventId, sequence }) => [eventId, sequence])),
    cancelledEvents: rows.filter(({ isCancelled }) => isCancelled).map(readEvent),
  }
}

const indexById = (events: readonly CommunityEvent[]): ReadonlyMap<string, CommunityEvent> =>
  new Map(events.filter(({ id }) => id !== '').map((event) => [event.id, event]))

const readEvent = ({ eventJson }: EventChangeRow): CommunityEvent => EventSchema.parse(eventJson)

/** Returns an event's day; '' if it has none, which is before any day. */
const getDay = (event: CommunityEvent): string => parseEventTime(event)?.day ?? ''
