import { EVENT_NAMES, EVENTS, type EventName } from '#contracts/outbox/event-table.ts'
import { type Caller, can } from '#contracts/permissions.ts'

/** Lists the events that somebody may be told of: those of persons, and those of the team that the role permits. */
export const listReadableEvents = (caller: Caller): EventName[] =>
  EVENT_NAMES.filter((name) => {
    const event = EVENTS[name]
    return !('permission' in event) || can(caller, event.permission)
  })

/** Returns whether contacts are hidden from somebody: of the staff, from those without the permission. */
export const isContactHidden = (caller: Caller): boolean => caller.role !== 'member' && !can(caller, 'contacts:read')
