import { getEventFileName } from '#contracts/rules/event-registration.ts'

/** Returns the URL of an event's iCalendar file. */
export const getCalendarUrl = (event: { id: string; date: string; title: string }): string =>
  `/events/${encodeURIComponent(getEventFileName(event))}.ics`
