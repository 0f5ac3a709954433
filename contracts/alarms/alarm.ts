import { z } from 'zod'
import { outsiderText } from '../outsider-data.ts'
import { ALARM_NAMES } from './alarm-table.ts'
import { ALARM_MESSAGES } from './messages.ts'

/**
 * An active alarm. `node` is empty for a shared alarm. `detail` is a sentence with the figures. `isWebhookPending` is
 * whether the webhook hasn't received it yet.
 */
export const ActiveAlarmSchema = z
  .object({
    name: z.enum(ALARM_NAMES),
    node: z.string(),
    detail: outsiderText(),
    raisedAt: z.iso.datetime(),
    isWebhookPending: z.boolean(),
  })
  .meta({ id: 'ActiveAlarm' })
export type ActiveAlarm = z.infer<typeof ActiveAlarmSchema>

/** The webhook payload. `alarm.test` is a test event: nothing has happened. */
const AlarmEventSchema = z.object({
  type: z.enum(['alarm.raised', 'alarm.resolved', 'alarm.test']),
  timestamp: z.iso.datetime(),
  data: z.object({
    /** Identical in the `raised` and the `resolved` event of one alarm. */
    id: z.string(),
    alarm: z.string(),
    label: z.string(),
    detail: z.string(),
    advice: z.string(),
    node: z.string(),
    raisedAt: z.iso.datetime(),
    resolvedAt: z.iso.datetime().nullable(),
    site: z.string(),
    url: z.string(),
  }),
})
export type AlarmEvent = z.infer<typeof AlarmEventSchema>

export const AlarmTestSchema = z.object({
  /** How many mails were queued. */
  mails: z.int(),
  /** `null` without a webhook; `message` explains a failure. */
  webhook: z.object({ isDelivered: z.boolean(), message: z.string() }).nullable(),
})
export type AlarmTest = z.infer<typeof AlarmTestSchema>

/** Returns the headline of a test: its outcome. */
export function describeAlarmTest({ mails, webhook }: AlarmTest): string {
  if (webhook && !webhook.isDelivered)
    return mails > 0 ? ALARM_MESSAGES.testedByMailOnly : ALARM_MESSAGES.testUndelivered
  return mails > 0 || webhook ? ALARM_MESSAGES.tested : ALARM_MESSAGES.testWithoutReceiver
}
