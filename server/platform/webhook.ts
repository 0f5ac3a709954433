/** Sends JSON requests to the URLs of receivers. */
import { WEBHOOK_MESSAGES } from '#contracts/outbox/messages.ts'
import type { AllowedHosts } from './allowed-hosts.ts'
import { ConnectionError, type ConnectionFailure } from './guarded-connection.ts'
import { createGuardedSender, type GuardedReply } from './guarded-request.ts'
import { type ResolveHost, resolveHost } from './resolve-host.ts'

const TIMEOUT_MS = 10_000
/** More than any receiver's useful reply; the rest isn't read. */
const MAX_REPLY_BYTES = 16 * 1024

/** Why a request was not delivered, in Chinese. */
export class WebhookError extends Error {
  override name = 'WebhookError'
  /** Whether the receiver didn't reply within the time limit. */
  readonly isTimeout: boolean

  constructor(message: string, { isTimeout = false } = {}) {
    super(message)
    this.isTimeout = isTimeout
  }
}

/** A JSON request, with headers in addition to the standard ones. */
export type WebhookRequest = { url: string; headers: Readonly<Record<string, string>>; body: string }
/** The status and the truncated body. */
export type WebhookReply = { status: number; body: string }
export type SendWebhook = (request: WebhookRequest) => Promise<WebhookReply>

/**
 * Creates the sender of requests, through guarded connections to public hosts and those of `WEBHOOK_HOSTS`. Sending throws
 * `WebhookError` if there is no reply.
 */
export function createWebhookSender(
  hosts: AllowedHosts,
  { timeoutMs = TIMEOUT_MS, resolve = resolveHost }: { timeoutMs?: number; resolve?: ResolveHost } = {},
): SendWebhook {
  const send = createGuardedSender(hosts, resolve)
  return async ({ url, headers, body }) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const allHeaders = { ...headers, 'content-type': 'application/json; charset=utf-8', 'user-agent': 'zhijian' }
    const reply = await send({ url, method: 'POST', headers: allHeaders, body, signal }).catch((error: unknown) => {
      throw error instanceof ConnectionError ? toWebhookError(error) : error
    })
    return { status: reply.status, body: await readStart(reply) }
  }
}

/** Reads the start of a body. The status is the outcome, even if the body is cut off, too long or never ends. */
async function readStart({ body }: GuardedReply): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= MAX_REPLY_BYTES) break
    }
  } catch {
    // What came before counts.
  }
  return Buffer.concat(chunks).toString().slice(0, MAX_REPLY_BYTES)
}

const MESSAGES: Record<Exclude<ConnectionFailure, 'encryptionFailed'>, string> = {
  invalidUrl: WEBHOOK_MESSAGES.url,
  unknownHost: WEBHOOK_MESSAGES.unknownHost,
  notAllowed: WEBHOOK_MESSAGES.refused,
  timeout: WEBHOOK_MESSAGES.timeout,
  unreadable: WEBHOOK_MESSAGES.unreadable,
  disconnected: WEBHOOK_MESSAGES.disconnected,
  unreachable: WEBHOOK_MESSAGES.unreachable,
}

const toWebhookError = ({ failure, detail }: ConnectionError) =>
  failure === 'encryptionFailed'
    ? new WebhookError(WEBHOOK_MESSAGES.encryptionFailed(detail))
    : new WebhookError(MESSAGES[failure], { isTimeout: failure === 'timeout' })
