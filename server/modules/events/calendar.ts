/** Events as iCalendar (RFC 5545). */
import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  type ICalCalendar,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator'
import type { CommunityEvent } from '#contracts/documents/community.ts'
import { getEventFileName } from '#contracts/rules/event-registration.ts'
import { parseEventTime } from '#contracts/rules/event-time.ts'
import { addDays } from '#contracts/rules/shanghai-time.ts'

type EntryOptions = {
  /** The URL of the page that lists the events. */
  url: string
  /** The host that makes the events' ids globally unique. */
  host: string
  /** When the document was last saved. Used as `DTSTAMP`, so that the same document always gives the same file. */
  savedAt: Date
}

type CalendarOptions = EntryOptions & {
  /** The calendar's name. */
  name: string
  /** How often each event has changed since its publication (`SEQUENCE`, RFC 5545, §3.8.7.4); 0 if it isn't listed. */
  sequences?: ReadonlyMap<string, number>
  /** Events that have been cancelled, for calendars that already contain them. */
  cancelledEvents?: readonly CommunityEvent[]
}

/** Returns whether an event can be exported to a calendar: it needs a title and a day. */
export const hasCalendarDay = (event: CommunityEvent): boolean =>
  event.title !== '' && parseEventTime(event) !== undefined

/** Returns an iCalendar file. Omits events without a title or a day. An event without a time lasts all day. */
export function toICalendar(
  events: readonly CommunityEvent[],
  { name, url, host, savedAt, sequences, cancelledEvents = [] }: CalendarOptions,
): string {
  const cancelled = new Set(cancelledEvents)
  const calendar = createCalendar(host, ICalCalendarMethod.PUBLISH, name)
  for (const event of [...events, ...cancelledEvents])
    addEntry(calendar, event, {
      url,
      host,
      savedAt,
      sequence: sequences?.get(event.id) ?? 0,
      isCancelled: cancelled.has(event),
    })
  return calendar.toString()
}

type Person = { name: string; email: string }

type InvitationOptions = EntryOptions & {
  method: 'REQUEST' | 'CANCEL'
  sequence: number
  organizer: Person
  attendee: Person
}

/** Returns the entry of one event for one attendee, whose calendar replaces or cancels the one that it has of it. */
export function toInvitation(
  event: CommunityEvent,
  { method, organizer, attendee, ...options }: InvitationOptions,
): string {
  const isCancelled = method === 'CANCEL'
  const calendar = createCalendar(options.host, ICalCalendarMethod[method])
  addEntry(calendar, event, {
    ...options,
    isCancelled,
    people: {
      organizer,
      attendees: [{ ...attendee, role: ICalAttendeeRole.REQ, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }],
    },
  })
  return calendar.toString()
}

const createCalendar = (host: string, method: ICalCalendarMethod, name?: string): ICalCalendar =>
  ical({ ...(name !== undefined && { name }), method, prodId: { company: host, product: 'events' } })

type Entry = EntryOptions & {
  sequence: number
  isCancelled: boolean
  people?: Pick<ICalEventData, 'organizer' | 'attendees'>
}

/** Adds an event to a calendar, unless it has no title or day. */
function addEntry(
  calendar: ICalCalendar,
  event: CommunityEvent,
  { url, host, savedAt, sequence, isCancelled, people = {} }: Entry,
): void {
  const time = parseEventTime(event)
  const { title, location, description, speaker } = event
  if (!time || title === '') return
  calendar.createEvent({
    id: `${encodeURIComponent(getEventFileName(event))}@${host}`,
    stamp: savedAt,
    summary: title,
    sequence,
    description: [
      // An all-day entry would hide a time that can't be read.
      !time.start && event.time && `时间：${event.time}`,
      speaker && `主讲：${speaker}`,
      description,
    ]
      .filter(Boolean)
      .join('\n'),
    location,
    url,
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    ...people,
    ...(time.start
      ? { start: new Date(time.start), end: time.end ? new Date(time.end) : null }
      : { allDay: true, start: toLocalDate(time.day), end: toLocalDate(addDays(time.day, 1)) }),
  })
}

/** The library formats all-day dates in this process's time zone, so the date must be local. */
function toLocalDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}
