/** The webhook of alarms as releases up to 0.2 stored it among the settings, to be taken over by the outbox. */
import { z } from 'zod'
import { WEBHOOK_FORMATS } from '#contracts/outbox/webhook-formats.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import { findSetting, saveSetting } from './store.ts'

const PART = 'alarms'
const PURPOSE = 'settings:alarms'

/** The earliest releases stored URL and secret in plain text, among the other values. */
const FormerWebhookSchema = z.object({
  webhookUrl: z.string().min(1),
  webhookSecret: z.string().default(''),
  webhookFormat: z.enum(WEBHOOK_FORMATS).default('json'),
})
export type FormerAlarmWebhook = z.infer<typeof FormerWebhookSchema>

/**
 * Returns the webhook and removes it from the settings, inside the caller's transaction; `undefined` if there is none, or
 * it can't be decrypted: then it stays where it is.
 */
export async function takeFormerAlarmWebhook(
  db: Queryable,
  encryption: Encryption,
): Promise<FormerAlarmWebhook | undefined> {
  const row = await findSetting(db, PART)
  if (!row) return undefined
  const { webhookUrl, webhookSecret, webhookFormat, ...values } = row.valueJson
  const secrets = row.secretsEncrypted === null ? {} : decryptSecrets(encryption, row.secretsEncrypted)
  const webhook = FormerWebhookSchema.safeParse({ webhookUrl, webhookSecret, webhookFormat, ...secrets })
  if (!webhook.success) return undefined
  const { updatedAt, updatedBy } = row
  await saveSetting(db, { part: PART, valueJson: JSON.stringify(values), secretsEncrypted: null, updatedAt, updatedBy })
  return webhook.data
}

function decryptSecrets(encryption: Encryption, encrypted: string): object {
  const text = encryption.tryDecrypt(encrypted, PURPOSE)
  // Without a text, they were encrypted with an APP_SECRET that is lost.
  return text === undefined ? {} : JSON.parse(text)
}
