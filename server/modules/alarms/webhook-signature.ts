/** Signs events in our own format according to Standard Webhooks (standardwebhooks.com). */
import { createHmac } from 'node:crypto'

const KEY_PREFIX = 'whsec_'

type WebhookEvent = { id: string; timestamp: Date; body: string }

/** Formats a key as receivers' libraries expect it. */
export const formatSigningKey = (key: Buffer): string => `${KEY_PREFIX}${key.toString('base64')}`

/** Returns headers that let the receiver verify the sender and detect modification and replay. */
export function signEvent(key: Buffer, { id, timestamp, body }: WebhookEvent): Record<string, string> {
  const seconds = String(Math.floor(timestamp.getTime() / 1_000))
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` }
}
