import { getEventFileName } from '#contracts/rules/event-registration.ts'

/** Returns the address of an event's calendar file. */
export const calendarAddress = (event: { id: string; date: string; title: string }): string =>
  `/events/${encodeURIComponent(getEventFileName(event))}.ics`
