/** What a member of the staff wants to be told of, and how. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { TEAM_EVENT_NAMES } from '../outbox/team-events.ts'

/** Everything that somebody is told of is in their inbox; some of it is mailed as well, at once or once a day. */
export const NOTICE_WAYS = ['off', 'inbox', 'mail', 'digest'] as const
export type NoticeWay = (typeof NOTICE_WAYS)[number]
export const NOTICE_WAY_LABELS: Record<NoticeWay, string> = {
  off: '不通知',
  inbox: '收件箱',
  mail: '收件箱，并立即发邮件',
  digest: '收件箱，并每日汇总',
}

/** The hours of a day, as begun in Shanghai. */
const digestHour = z.int().min(0).max(23)
export const DIGEST_HOUR_DEFAULT = 9

/** How to tell somebody of the events that aren't `off`. */
const WaysSchema = z.partialRecord(z.enum(TEAM_EVENT_NAMES), z.enum(NOTICE_WAYS))
export type NoticeWays = z.output<typeof WaysSchema>

export const SubscriptionsInputSchema = z.object({
  ways: WaysSchema.describe('各种事件怎样通知；未列出的不通知。'),
  digestHour: digestHour.describe('每日汇总在北京时间几点发出。'),
})
export type SubscriptionsInput = z.output<typeof SubscriptionsInputSchema>

/** `events`: what the role may be told of. */
export const SubscriptionsSchema = z
  .object({
    events: z.array(z.object({ name: z.enum(TEAM_EVENT_NAMES), label: z.string(), way: z.enum(NOTICE_WAYS) })),
    digestHour,
  })
  .meta({ id: 'Subscriptions' })
export type Subscriptions = z.output<typeof SubscriptionsSchema>
