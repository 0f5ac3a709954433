/** Events as iCalendar (RFC 5545). */
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { CommunityEvent } from '#contracts/documents/community.ts'
import { getEventFileName } from '#contracts/rules/event-registration.ts'
import { eventTime } from '#contracts/rules/event-time.ts'
import { addDays } from '#contracts/rules/shanghai-time.ts'

type CalendarOptions = {
  /** The calendar's name. */
  name: string
  /** The address that tells of the events. */
  page: string
  /** The host that makes the events' ids unique in the world. */
  host: string
  /** When the document was saved last: `DTSTAMP`, so that the same document gives the same bytes. */
  savedAt: Date
}

/** Returns whether an event has a day, without which no calendar shows it. */
export const isInCalendar = (event: CommunityEvent): boolean => event.title !== '' && eventTime(event) !== undefined

/** Returns the events as a calendar; those without a day are omitted. An event without an hour lasts its whole day. */
export function toCalendar(events: readonly CommunityEvent[], { name, page, host, savedAt }: CalendarOptions): string {
  const calendar = ical({ name, method: ICalCalendarMethod.PUBLISH, prodId: { company: host, product: 'events' } })
  for (const event of events) {
    const time = eventTime(event)
    if (!time || event.title === '') continue
    const { title, location, description, speaker } = event
    calendar.createEvent({
      id: `${encodeURIComponent(getEventFileName(event))}@${host}`,
      stamp: savedAt,
      summary: title,
      description: [speaker && `主讲：${speaker}`, description].filter(Boolean).join('\n'),
      location,
      url: page,
      status: ICalEventStatus.CONFIRMED,
      ...(time.start
        ? { start: new Date(time.start), end: time.end ? new Date(time.end) : null }
        : { allDay: true, start: wholeDay(time.day), end: wholeDay(addDays(time.day, 1)) }),
    })
  }
  return calendar.toString()
}

/** A day as the library writes it: by this process' own calendar, whatever its zone. */
function wholeDay(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}
