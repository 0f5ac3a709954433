/** The receiver of a webhook: URL and secrets, encrypted at rest as one text. */
import { z } from 'zod'
import type { Encryption } from '#server/platform/encryption.ts'
import type { WebhookRow } from './store.ts'
import type { Receiver } from './webhook-requests.ts'

const StoredReceiverSchema = z.object({
  url: z.string(),
  /** `null` for a bot that checks no signature. */
  secret: z.string().nullable(),
  /** Signs besides the new one until a time, so that the receiver can be changed meanwhile. */
  previous: z.object({ secret: z.string(), until: z.iso.datetime() }).nullable(),
})
export type StoredReceiver = z.infer<typeof StoredReceiverSchema>

export const getReceiverPurpose = (webhookId: string): string => `webhook:${webhookId}`

export const encryptReceiver = (encryption: Encryption, webhookId: string, receiver: StoredReceiver): string =>
  encryption.encrypt(JSON.stringify(receiver), getReceiverPurpose(webhookId))

/** Returns the receiver of a webhook; `undefined` if it was encrypted with an `APP_SECRET` that is lost. */
export function decryptReceiver(
  encryption: Encryption,
  { id, receiverEncrypted }: Pick<WebhookRow, 'id' | 'receiverEncrypted'>,
): StoredReceiver | undefined {
  const text = encryption.tryDecrypt(receiverEncrypted, getReceiverPurpose(id))
  return text === undefined ? undefined : StoredReceiverSchema.parse(JSON.parse(text))
}

/** Returns who requests are sent to at a time, and the secrets that sign them. */
export const toReceiver = (
  { url, secret, previous }: StoredReceiver,
  { format, now }: Pick<WebhookRow, 'format'> & { now: string },
): Receiver => ({
  url,
  format,
  secrets: [...(secret === null ? [] : [secret]), ...(previous && previous.until > now ? [previous.secret] : [])],
})
