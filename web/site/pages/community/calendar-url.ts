import { getEventFileName } from '#contracts/rules/event-registration.ts'

/** The path of the calendar of all events. */
export const CALENDAR_PATH = '/events.ics'

/** Returns the URL of an event's iCalendar file. */
export const getCalendarUrl = (event: { id: string; date: string; title: string }): string =>
  `/events/${encodeURIComponent(getEventFileName(event))}.ics`
