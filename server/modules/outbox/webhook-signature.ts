/** Signs requests according to Standard Webhooks (standardwebhooks.com). */
import { createHmac, randomBytes } from 'node:crypto'

const KEY_PREFIX = 'whsec_'
const KEY_BYTES = 32

/** Formats a key as receivers' libraries expect it. */
export const formatSigningKey = (key: Buffer): string => `${KEY_PREFIX}${key.toString('base64')}`

export const generateSigningKey = (): string => formatSigningKey(randomBytes(KEY_BYTES))

type SignedRequest = { id: string; timestamp: Date; body: string }

/**
 * Returns headers that let the receiver verify the sender and detect modification and replay. With several keys, a
 * receiver may know any of them, so that a key can be replaced without losing a request.
 */
export function signRequest(keys: readonly string[], { id, timestamp, body }: SignedRequest): Record<string, string> {
  const seconds = String(Math.floor(timestamp.getTime() / 1_000))
  const signatures = keys.map((key) => {
    const hmac = createHmac('sha256', Buffer.from(key.slice(KEY_PREFIX.length), 'base64'))
    return `v1,${hmac.update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') }
}
