/** Registration for events on the platform itself. */
import type { CommunityEvent } from '../documents/community.ts'
import { hasEventStarted } from './event-time.ts'
import { toSafeLink } from './safe-link.ts'

type Event = Pick<CommunityEvent, 'id' | 'title' | 'status' | 'date' | 'time' | 'places' | 'registrationUrl'>

/** Returns whether members register here: the event has seats and an id, and no external registration page. */
export const isRegistrationOffered = (event: Event): boolean =>
  event.places > 0 && event.id !== '' && toSafeLink(event.registrationUrl) === undefined

/** Returns whether an event's status allows registration. */
export const isBeforeEvent = ({ status }: Pick<Event, 'status'>): boolean =>
  status === '报名中' || status === '即将开始'

/**
 * Returns whether members may register at a given time: until the event starts, or until its day ends if it has no
 * start time. An event without a specific day stays open until its status changes.
 */
export function isRegistrationOpen(event: Event, now: Date): boolean {
  if (!isRegistrationOffered(event) || !isBeforeEvent(event)) return false
  return !hasEventStarted(event, now)
}

/** Returns the name of an event's calendar file without extension: its id, or its date and title. */
export const getEventFileName = ({ id, date, title }: Pick<Event, 'id' | 'date' | 'title'>): string =>
  id === '' ? `${date} ${title}` : id
