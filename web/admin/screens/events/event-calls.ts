import { eventCalls } from '#contracts/events/calls.ts'
import { EVENT_MESSAGES } from '#contracts/events/messages.ts'
import { callOnce } from '../../calls/call.ts'

export const removeAttendee = (eventId: string, userId: string) =>
  callOnce(eventCalls.removeAttendee, { params: { eventId, userId } }, EVENT_MESSAGES.removed)
