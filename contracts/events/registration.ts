import { z } from 'zod'
import { LIST, TEXT } from '../limits.ts'
import { pathId } from '../path-id.ts'
import { REGISTRATION_STATUSES } from './statuses.ts'

/** The maximum length of an event's waiting list. */
export const WAITING_LIST_MAX: number = LIST.long

const count = z.int().min(0)

/** How many of an event's seats are taken, without personal data. */
export const EventPlacesSchema = z
  .object({
    eventId: z.string(),
    places: count.describe('名额。'),
    confirmed: count.describe('已占用的名额。'),
    waiting: count.describe('候补人数。'),
  })
  .meta({ id: 'EventPlaces' })
export type EventPlaces = z.infer<typeof EventPlacesSchema>

/** A member's own registration, with the event's current texts, or its last ones if the event has been removed. */
export const EventRegistrationSchema = z
  .object({
    eventId: z.string(),
    title: z.string(),
    date: z.string(),
    time: z.string(),
    location: z.string(),
    status: z.enum(REGISTRATION_STATUSES),
    waitingPosition: count.nullable().describe('候补中的位次，从1起；已报名的为 `null`。'),
    isEventCancelled: z.boolean().describe('活动在开始前已取消，或不再在本站报名。'),
    cancelReason: z.string().describe('活动取消的原因；没有取消或未说明时为空。'),
    canCancel: z.boolean().describe('活动开始前可以取消。'),
    registeredAt: z.string(),
  })
  .meta({ id: 'EventRegistration' })
export type EventRegistration = z.infer<typeof EventRegistrationSchema>

/** A person who has registered for an event. */
export const AttendeeSchema = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  company: z.string(),
  position: z.string(),
  phone: z.string(),
  status: z.enum(REGISTRATION_STATUSES),
  registeredAt: z.string(),
})
export type Attendee = z.infer<typeof AttendeeSchema>

export const EventParamsSchema = z.object({ eventId: z.string().min(1).max(TEXT.word).describe('活动编号。') })
export const AttendeeParamsSchema = EventParamsSchema.extend({
  userId: pathId('报名者的用户编号。'),
})
