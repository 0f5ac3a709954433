/** When an event takes registrations on the platform itself, and how places are given. */
import type { CommunityEvent } from '../documents/community.ts'
import { eventTime } from './event-time.ts'
import { safeLink } from './safe-link.ts'
import { endOfDay } from './shanghai-time.ts'

type Event = Pick<CommunityEvent, 'id' | 'title' | 'status' | 'date' | 'time' | 'places' | 'registrationUrl'>

/** Returns whether members register here: the event has places and an id, and no registration page elsewhere. */
export const acceptsRegistrations = (event: Event): boolean =>
  event.places > 0 && event.id !== '' && safeLink(event.registrationUrl) === undefined

/** Returns whether the status of an event lets people register. */
export const isBeforeEvent = ({ status }: Pick<Event, 'status'>): boolean =>
  status === '报名中' || status === '即将开始'

/**
 * Returns whether members may register at a moment: until the event begins, or its day ends if it has no hour. An event
 * whose date names no day stays open until its status says otherwise.
 */
export function isRegistrationOpen(event: Event, now: Date): boolean {
  if (!acceptsRegistrations(event) || !isBeforeEvent(event)) return false
  const time = eventTime(event)
  if (!time) return true
  return now.getTime() < Date.parse(time.start ?? endOfDay(time.day))
}

/** Returns the name of an event's calendar file without its ending: its id, or its date and title. */
export const eventFileName = ({ id, date, title }: Pick<Event, 'id' | 'date' | 'title'>): string =>
  id === '' ? `${date} ${title}` : id
