/** Sends events to a receiver's address, signed as Standard Webhooks says (standardwebhooks.com). */
import { createHmac } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { ALARM_MESSAGES } from '#contracts/alarms/messages.ts'
import { canConnect, isListedHost, type MailHosts } from './mail/mail-hosts.ts'

const PATIENCE_MS = 10_000
/** Of a public receiver; those of one's own network may have any that `WEBHOOK_HOSTS` names. */
const PUBLIC_PORTS: readonly number[] = [443]
const KEY_PREFIX = 'whsec_'

/** Why an event was not delivered, in Chinese. */
export class WebhookFailure extends Error {
  override name = 'WebhookFailure'
}

export type WebhookEvent = { id: string; timestamp: Date; body: string }
export type SendWebhook = (address: string, event: WebhookEvent) => Promise<void>

/** Returns the key as the receiver's library takes it. */
export const formatSigningKey = (key: Buffer): string => `${KEY_PREFIX}${key.toString('base64')}`

/** Returns the headers by which the receiver knows the sender, and that nothing was changed or sent again later. */
export function signEvent(key: Buffer, { id, timestamp, body }: WebhookEvent): Record<string, string> {
  const seconds = String(Math.floor(timestamp.getTime() / 1_000))
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` }
}

/**
 * Creates what delivers events. The name is resolved once, and only checked addresses are connected to; redirects are not
 * followed. The delivery throws `WebhookFailure`.
 */
export function createWebhookSender(hosts: MailHosts, getKey: () => Buffer): SendWebhook {
  return async (address, event) => {
    const url = URL.parse(address)
    if (!url || !/^https?:$/.test(url.protocol)) throw new WebhookFailure(ALARM_MESSAGES.webhookUrl)
    const ip = await resolveAllowed(url, hosts)
    const headers = {
      ...signEvent(getKey(), event),
      host: url.host,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(event.body)),
      'user-agent': 'zhijian',
    }
    const status = await post(url, ip, headers, event.body)
    if (status < 200 || status > 299) throw new WebhookFailure(ALARM_MESSAGES.status(status))
  }
}

/** Returns an address of the host that may be connected to. */
async function resolveAllowed(url: URL, hosts: MailHosts): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isEncrypted = url.protocol === 'https:'
  const port = Number(url.port) || (isEncrypted ? 443 : 80)
  const resolved = isIP(host)
    ? [{ address: host }]
    : await lookup(host, { all: true }).catch(() => {
        throw new WebhookFailure(ALARM_MESSAGES.unreachable)
      })
  const allowed = resolved.find(({ address }) =>
    // What is told in the clear stays within one's own network.
    isEncrypted
      ? canConnect(hosts, { host, address, port }, PUBLIC_PORTS)
      : isListedHost(hosts, { host, address, port }, [80]),
  )
  if (!allowed) throw new WebhookFailure(ALARM_MESSAGES.refused)
  return allowed.address
}

function post(url: URL, ip: string, headers: Record<string, string>, body: string): Promise<number> {
  const isEncrypted = url.protocol === 'https:'
  const options = {
    host: ip,
    port: Number(url.port) || (isEncrypted ? 443 : 80),
    path: url.pathname + url.search,
    method: 'POST',
    headers,
    agent: false as const,
    signal: AbortSignal.timeout(PATIENCE_MS),
    // The certificate has to be the name's, not the address's.
    ...(isEncrypted && isIP(url.hostname) === 0 ? { servername: url.hostname } : {}),
  }
  return new Promise((resolve, reject) => {
    const call = (isEncrypted ? requestHttps : requestHttp)(options, (reply) => {
      reply.resume()
      resolve(reply.statusCode ?? 0)
    })
    call.on('error', ({ name }) =>
      reject(new WebhookFailure(name === 'AbortError' ? ALARM_MESSAGES.timeout : ALARM_MESSAGES.unreachable)),
    )
    call.end(body)
  })
}
