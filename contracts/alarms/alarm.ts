import { z } from 'zod'
import { WebhookTestSchema } from '../outbox/webhook.ts'
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

export const AlarmTestSchema = z.object({
  /** How many mails were queued. */
  mails: z.int(),
  /** `null` if no webhook is told of alarms; `message` explains the first failure. */
  webhook: WebhookTestSchema.nullable(),
})
export type AlarmTest = z.infer<typeof AlarmTestSchema>

/** Returns the headline of a test: its outcome. */
export function describeAlarmTest({ mails, webhook }: AlarmTest): string {
  if (webhook && !webhook.isDelivered)
    return mails > 0 ? ALARM_MESSAGES.testedByMailOnly : ALARM_MESSAGES.testUndelivered
  return mails > 0 || webhook ? ALARM_MESSAGES.tested : ALARM_MESSAGES.testWithoutReceiver
}
