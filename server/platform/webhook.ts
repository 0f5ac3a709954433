/** Sends events to a receiver's URL; our own are signed according to Standard Webhooks (standardwebhooks.com). */
import { createHmac } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { ALARM_MESSAGES } from '#contracts/alarms/messages.ts'
import { type AllowedHosts, canConnect, isListedHost } from './allowed-hosts.ts'
import { isCertificateError } from './certificate-error.ts'
import { request as requestHttp } from './http/node-http.ts'

const TIMEOUT_MS = 10_000
/** For public receivers; internal ones may use any port listed in `WEBHOOK_HOSTS`. */
const PUBLIC_PORTS: readonly number[] = [443]
const KEY_PREFIX = 'whsec_'
/** More than any receiver's useful reply; the rest is discarded. */
const MAX_REPLY_BYTES = 16 * 1024

/** Why an event was not delivered, in Chinese. */
export class WebhookError extends Error {
  override name = 'WebhookError'
}

export type WebhookEvent = { id: string; timestamp: Date; body: string }
/** A JSON request, with headers in addition to the standard ones. */
export type WebhookRequest = { url: string; headers: Readonly<Record<string, string>>; body: string }
/** The status and the truncated body. */
export type WebhookReply = { status: number; body: string }
export type SendWebhook = (request: WebhookRequest) => Promise<WebhookReply>

/** Formats a key as receivers' libraries expect it. */
export const formatSigningKey = (key: Buffer): string => `${KEY_PREFIX}${key.toString('base64')}`

/** Returns headers that let the receiver verify the sender and detect modification and replay. */
export function signEvent(key: Buffer, { id, timestamp, body }: WebhookEvent): Record<string, string> {
  const seconds = String(Math.floor(timestamp.getTime() / 1_000))
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` }
}

/**
 * Creates the sender of events. To prevent SSRF, the host name is resolved once, only validated IP addresses are
 * connected to, and redirects aren't followed. Sending throws `WebhookError` if there is no reply.
 */
export function createWebhookSender(hosts: AllowedHosts): SendWebhook {
  return async ({ url: text, headers, body }) => {
    const url = URL.parse(text)
    if (!url || !/^https?:$/.test(url.protocol)) throw new WebhookError(ALARM_MESSAGES.webhookUrl)
    const ip = await resolveAllowed(url, hosts)
    const allHeaders = {
      ...headers,
      host: url.host,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'zhijian',
    }
    return post(url, ip, allHeaders, body)
  }
}

/** Returns an IP address of the host that may be connected to. */
async function resolveAllowed(url: URL, hosts: AllowedHosts): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isEncrypted = url.protocol === 'https:'
  const port = Number(url.port) || (isEncrypted ? 443 : 80)
  const resolved = isIP(host)
    ? [{ address: host }]
    : await lookup(host, { all: true }).catch(() => {
        throw new WebhookError(ALARM_MESSAGES.unknownHost)
      })
  const allowed = resolved.find(({ address }) =>
    // Unencrypted requests are limited to listed hosts, that is, the internal network.
    isEncrypted
      ? canConnect(hosts, { host, address, port }, PUBLIC_PORTS)
      : isListedHost(hosts, { host, address, port }, [80]),
  )
  if (!allowed) throw new WebhookError(ALARM_MESSAGES.refused)
  return allowed.address
}

function post(url: URL, ip: string, headers: Record<string, string>, body: string): Promise<WebhookReply> {
  const isEncrypted = url.protocol === 'https:'
  const options = {
    host: ip,
    port: Number(url.port) || (isEncrypted ? 443 : 80),
    path: url.pathname + url.search,
    method: 'POST',
    headers,
    agent: false as const,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    // The certificate is checked against the host name, not the IP address.
    ...(isEncrypted && isIP(url.hostname) === 0 ? { servername: url.hostname } : {}),
  }
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(new WebhookError(describeFailure(error)))
    const outgoing = (isEncrypted ? requestHttps : requestHttp)(options, (reply) => {
      const chunks: Buffer[] = []
      let length = 0
      reply.on('data', (chunk: Buffer) => {
        if (length < MAX_REPLY_BYTES) chunks.push(chunk)
        length += chunk.length
      })
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, body: Buffer.concat(chunks).toString().slice(0, MAX_REPLY_BYTES) }),
      )
      reply.on('error', fail)
    })
    outgoing.on('error', fail)
    outgoing.end(body)
  })
}

function describeFailure({ name, code = '' }: NodeJS.ErrnoException): string {
  if (name === 'AbortError') return ALARM_MESSAGES.timeout
  return isCertificateError(code) ? ALARM_MESSAGES.certificate : ALARM_MESSAGES.unreachable
}
