import { z } from 'zod'
import { EVENT_MESSAGES } from '../events/messages.ts'
import {
  CallToActionSchema,
  ColorSchema,
  CountSchema,
  IconSchema,
  LinkSchema,
  list,
  looseObject,
  PageInfoSchema,
  paragraph,
  StatisticSchema,
  StepSchema,
  text,
  textList,
} from '../fields.ts'
import { LIST, TEXT } from '../limits.ts'
import { hasOnlyValidDays } from '../rules/calendar-day.ts'
import { hasOnlyValidTimes } from '../rules/event-time.ts'
import { EVENT_STATUSES } from '../vocabulary.ts'

export const EventSchema = looseObject({
  /** Identifies the event in registrations and calendars. Assigned when it is created, and never edited. */
  id: text(TEXT.word),
  type: text(TEXT.word),
  status: z.enum(EVENT_STATUSES).default('报名中'),
  title: text(),
  speaker: text(),
  date: text(TEXT.word),
  time: text(TEXT.word),
  location: text(),
  attendees: CountSchema,
  /** The number of seats that can be booked on this platform; 0 if members don't register here. */
  places: CountSchema,
  description: paragraph(),
  registrationUrl: LinkSchema,
  registrationButtonText: text(TEXT.word),
}).meta({ id: 'Event' })
export type CommunityEvent = z.infer<typeof EventSchema>

export const MemberSchema = looseObject({
  name: text(),
  title: text(),
  company: text(),
  avatar: text(),
  expertise: textList(),
  joinedDate: text(TEXT.word),
  description: paragraph(),
}).meta({ id: 'Member' })
export type CommunityMember = z.infer<typeof MemberSchema>

export const CommunitySchema = looseObject({
  pageInfo: PageInfoSchema,
  overview: looseObject({
    description: paragraph(),
    memberDescription: paragraph(),
    statistics: list(StatisticSchema),
    values: list(looseObject({ icon: IconSchema, color: ColorSchema, title: text(), description: paragraph() })),
    activityTypes: list(
      looseObject({ title: text(), description: paragraph(), schedule: text(), icon: IconSchema, color: ColorSchema }),
    ),
  }).prefault({}),
  upcomingEvents: list(EventSchema, LIST.long),
  communityMembers: list(MemberSchema, LIST.long),
  joinProcess: looseObject({
    title: text(),
    description: paragraph(),
    steps: list(StepSchema),
    callToAction: CallToActionSchema,
  }).prefault({}),
})
  .prefault({})
  .meta({ id: 'CommunityContent' })
export type CommunityContent = z.infer<typeof CommunitySchema>

export const INVALID_DATE_MESSAGE = '没有这一天，请检查年、月、日'
export const INVALID_TIME_MESSAGE = '没有这个时间，请检查时、分'

/** The schema for saving. Stored documents are read without it: they may predate its checks. */
export const SavedCommunitySchema = CommunitySchema.superRefine(({ upcomingEvents }, context) => {
  const ids = new Set<string>()
  for (const [index, { id, date, time, places }] of upcomingEvents.entries()) {
    const report = (key: 'id' | 'date' | 'time', message: string) =>
      context.addIssue({ code: 'custom', path: ['upcomingEvents', index, key], message })
    if (!hasOnlyValidDays(date)) report('date', INVALID_DATE_MESSAGE)
    if (!hasOnlyValidTimes(time)) report('time', INVALID_TIME_MESSAGE)
    // Registrations belong to an event by its id.
    if (places > 0 && id !== '' && ids.has(id)) report('id', EVENT_MESSAGES.duplicateId)
    if (places > 0) ids.add(id)
  }
})
