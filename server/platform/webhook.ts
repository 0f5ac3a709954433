/** Sends JSON requests to the URLs of receivers. */
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { ALARM_MESSAGES } from '#contracts/alarms/messages.ts'
import { type AllowedHosts, canConnect, isListedHost } from './allowed-hosts.ts'
import { request as requestHttp } from './http/node-http.ts'
import { type ResolveHost, resolveHost, toAddressOptions } from './resolve-host.ts'
import { describeTlsError, isTlsError } from './tls-error.ts'

const TIMEOUT_MS = 10_000
/** For public receivers; internal ones may use any port listed in `WEBHOOK_HOSTS`. */
const PUBLIC_PORTS: readonly number[] = [443]
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
 * Creates the sender of requests. To prevent SSRF, the host name is resolved once, only validated IP addresses are
 * connected to, and redirects aren't followed. Sending throws `WebhookError` if there is no reply.
 */
export function createWebhookSender(
  hosts: AllowedHosts,
  { timeoutMs = TIMEOUT_MS, resolve = resolveHost }: { timeoutMs?: number; resolve?: ResolveHost } = {},
): SendWebhook {
  return async ({ url: text, headers, body }) => {
    const url = URL.parse(text)
    if (!url || !/^https?:$/.test(url.protocol)) throw new WebhookError(ALARM_MESSAGES.webhookUrl)
    const deadline = AbortSignal.timeout(timeoutMs)
    const resolved = await resolve(getHost(url), deadline).catch(() => {
      throw deadline.aborted ? createTimeoutError() : new WebhookError(ALARM_MESSAGES.unknownHost)
    })
    const addresses = resolved.filter((address) => isAllowed(url, address, hosts))
    if (addresses.length === 0) throw new WebhookError(ALARM_MESSAGES.refused)
    const allHeaders = {
      ...headers,
      host: url.host,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'zhijian',
    }
    return post({ url, addresses, headers: allHeaders, body, deadline })
  }
}

/** The time to find out where a URL leads before it is saved. */
const CHECK_TIMEOUT_MS = 3_000

/**
 * Creates the check of a URL before it is saved, by the rule of the sender. Of a host that can't be resolved now, which may
 * be a fault of the network, the protocol and the port are checked.
 */
export function createWebhookCheck(hosts: AllowedHosts, resolve: ResolveHost = resolveHost) {
  return async (text: string): Promise<boolean> => {
    const url = URL.parse(text)
    if (!url) return true
    const addresses = await resolve(getHost(url), AbortSignal.timeout(CHECK_TIMEOUT_MS)).catch(() => [undefined])
    return addresses.some((address) => isAllowed(url, address, hosts))
  }
}

const isEncrypted = (url: URL): boolean => url.protocol === 'https:'
const getHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')
const getPort = (url: URL): number => Number(url.port) || (isEncrypted(url) ? 443 : 80)

/** Returns whether a URL may be requested at an IP address of its host; see `canConnect` for an unknown one. */
function isAllowed(url: URL, address: string | undefined, hosts: AllowedHosts): boolean {
  const server = { host: getHost(url), address, port: getPort(url) }
  // Unencrypted requests are limited to listed hosts, that is, the internal network.
  return isEncrypted(url) ? canConnect(hosts, server, PUBLIC_PORTS) : isListedHost(hosts, server, [80])
}

type Post = {
  url: URL
  addresses: readonly string[]
  headers: Record<string, string>
  body: string
  deadline: AbortSignal
}

/** Sends the request to the first of the addresses that can be reached. */
function post({ url, addresses, headers, body, deadline }: Post): Promise<WebhookReply> {
  const options = {
    host: getHost(url),
    port: getPort(url),
    ...toAddressOptions(addresses),
    path: url.pathname + url.search,
    method: 'POST',
    headers,
    agent: false as const,
    signal: deadline,
    // The certificate is checked against the host name.
    ...(isEncrypted(url) && isIP(getHost(url)) === 0 ? { servername: url.hostname } : {}),
  }
  return new Promise((resolve, reject) => {
    const outgoing = (isEncrypted(url) ? requestHttps : requestHttp)(options)
    const fail = (error: Error) =>
      reject(error.name === 'AbortError' ? createTimeoutError() : new WebhookError(describeFailure(error)))
    outgoing.on('error', fail)
    // Without a listener, Node closes the connection and reports nothing.
    outgoing.on('upgrade', ({ statusCode = 0 }, socket) => {
      socket.destroy()
      resolve({ status: statusCode, body: '' })
    })
    outgoing.on('response', (reply) => {
      const { statusCode = 0 } = reply
      const chunks: Buffer[] = []
      let length = 0
      reply.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        length += chunk.length
        if (length >= MAX_REPLY_BYTES) reply.destroy()
      })
      // The status is the outcome, even if the body is cut off, too long or never ends.
      outgoing.off('error', fail).on('error', () => {})
      reply.on('error', () => {})
      reply.on('close', () =>
        resolve({ status: statusCode, body: Buffer.concat(chunks).toString().slice(0, MAX_REPLY_BYTES) }),
      )
    })
    outgoing.end(body)
  })
}

const createTimeoutError = () => new WebhookError(ALARM_MESSAGES.timeout, { isTimeout: true })

function describeFailure({ code = '', syscall }: NodeJS.ErrnoException): string {
  if (isTlsError(code)) return ALARM_MESSAGES.encryptionFailed(describeTlsError(code) ?? code)
  // The codes of Node's HTTP parser.
  if (code.startsWith('HPE_')) return ALARM_MESSAGES.unreadable
  return code === 'ECONNRESET' || code === 'EPIPE' || syscall === 'read'
    ? ALARM_MESSAGES.disconnected
    : ALARM_MESSAGES.unreachable
}
