import { eventCalls } from '#contracts/events/calls.ts'
import { EVENT_MESSAGES } from '#contracts/events/messages.ts'
import { callAdmin, callOnce } from '../../calls/call.ts'

/** The prefix of this screen's query keys. */
export const EVENTS_KEY = ['events'] as const

export const listEvents = async () => (await callAdmin(eventCalls.list)).data

export const listAttendees = async (eventId: string) =>
  (await callAdmin(eventCalls.listAttendees, { params: { eventId } })).data

export const removeAttendee = (eventId: string, userId: string) =>
  callOnce(eventCalls.removeAttendee, { params: { eventId, userId } }, EVENT_MESSAGES.removed)
