import type { CommunityEvent } from '#contracts/documents/community.ts'
import type { EventRecord } from '#contracts/events/event-record.ts'
import type { EventPhase } from '#contracts/events/phases.ts'
import type { EventPlaces, EventRegistration } from '#contracts/events/registration.ts'
import { isRegistrationOffered, isRegistrationOpen } from '#contracts/rules/event-registration.ts'
import { hasEventStarted, parseEventTime } from '#contracts/rules/event-time.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import { type EventRow, toEvent } from '#server/modules/community-events/service.ts'
import type { RegistrationRow } from './store.ts'

/**
 * Converts a row to a member's registration. `event` is the event in the document, `undefined` if it was deleted or
 * cancelled, `cancelReason` why the latter. `waitingBefore` is the number of registrations that are ahead on the waiting list.
 */
export function toEventRegistration(
  row: RegistrationRow,
  {
    event,
    cancelReason,
    waitingBefore,
    now,
  }: { event: CommunityEvent | undefined; cancelReason: string; waitingBefore: number; now: Date },
): EventRegistration {
  const { eventId, eventTitle, eventDate, status, createdAt } = row
  const date = event?.date ?? eventDate
  return {
    eventId,
    title: event?.title ?? eventTitle,
    date,
    time: event?.time ?? row.eventTime,
    location: event?.location ?? '',
    status,
    waitingPosition: status === 'waiting' ? waitingBefore + 1 : null,
    isEventCancelled: !(event && isRegistrationOffered(event)) && !hasEventStarted({ date, time: row.eventTime }, now),
    cancelReason,
    canCancel: event ? isRegistrationOpen(event, now) : !hasEventStarted({ date, time: row.eventTime }, now),
    registeredAt: createdAt,
  }
}

/** Returns the registrations for coming events, the next one first, followed by the others in the given order. */
export const listComingFirst = (registrations: readonly EventRegistration[]): EventRegistration[] => [
  ...registrations
    .filter(({ canCancel }) => canCancel)
    .toSorted((first, second) => getSortKey(first).localeCompare(getSortKey(second), 'en')),
  ...registrations.filter(({ canCancel }) => !canCancel),
]

/** Events without a day follow those with one. */
function getSortKey(event: { date: string; time: string }): string {
  const time = parseEventTime(event)
  return time?.start ?? time?.day ?? '9999'
}

type StatusCount = { eventId: string; status: string; count: number | string | bigint }

/** Returns the number of an event's places, and of its confirmed and waiting registrations. */
export function toEventPlaces(eventId: string, places: number, counts: readonly StatusCount[]): EventPlaces {
  const getCount = (status: string) =>
    Number(counts.find((row) => row.eventId === eventId && row.status === status)?.count ?? 0)
  return { eventId, places, confirmed: getCount('confirmed'), waiting: getCount('waiting') }
}

/** Converts a row to the record of an event, with the number of its registrations. */
export function toEventRecord(row: EventRow, counts: readonly StatusCount[], now: Date): EventRecord {
  const { confirmed, waiting } = toEventPlaces(row.id, 0, counts)
  const { cancelReason, version } = row
  return { ...toEvent(row), phase: getPhase(row, now), cancelReason, confirmed, waiting, version }
}

function getPhase({ state, sortDay }: EventRow, now: Date): EventPhase {
  if (state === 'cancelled') return 'cancelled'
  return sortDay < toDay(now) ? 'past' : 'upcoming'
}
