/** The events as records, which the back office edits. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { EventSchema, INVALID_DATE_MESSAGE, INVALID_TIME_MESSAGE } from '../documents/community.ts'
import { TEXT } from '../limits.ts'
import { pageNumber } from '../pagination.ts'
import { hasOnlyValidDays } from '../rules/calendar-day.ts'
import { hasOnlyValidTimes } from '../rules/event-time.ts'
import { withoutLineBreaks } from '../rules/single-line.ts'
import { requiredText, searchInput } from '../stored-text.ts'
import { EVENT_MESSAGES } from './messages.ts'
import { EVENT_PHASES } from './phases.ts'

const { id: _, title: __, date, time, ...FIELDS } = EventSchema.shape

/** What is entered about an event; its id is assigned. */
export const EventInputSchema = z.object({
  ...FIELDS,
  title: requiredText(EVENT_MESSAGES.titleMissing).overwrite(withoutLineBreaks),
  date: date.refine(hasOnlyValidDays, INVALID_DATE_MESSAGE),
  time: time.refine(hasOnlyValidTimes, INVALID_TIME_MESSAGE),
})
export type EventInput = z.output<typeof EventInputSchema>

const count = z.int().min(0)

export const EventRecordSchema = z
  .object({
    ...EventSchema.shape,
    phase: z.enum(EVENT_PHASES),
    cancelReason: z.string().describe('取消的原因；没有取消或未说明时为空。'),
    confirmed: count.describe('已占用的名额。'),
    waiting: count.describe('候补人数。'),
    version: z.int(),
  })
  .meta({ id: 'EventRecord' })
export type EventRecord = z.output<typeof EventRecordSchema>

export const EventQuerySchema = z.object({
  page: pageNumber.default(1),
  phase: z
    .enum(EVENT_PHASES)
    .default('upcoming')
    .describe('`upcoming` 为即将举行的，最近的在前；`past` 为往期，`cancelled` 为已取消的，都是最晚的在前。'),
  search: searchInput().describe('标题的一部分，也认拼音。'),
})
export type EventQuery = z.output<typeof EventQuerySchema>

/** The number of events of each phase that match the search. */
export const EventCountsSchema = z.object({ upcoming: count, past: count, cancelled: count })

export const EventCancellationSchema = z.object({
  reason: requiredText(EVENT_MESSAGES.reasonMissing, TEXT.paragraph).describe('原因，写在给报名者的邮件中。'),
})
