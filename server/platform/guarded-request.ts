/** Sends HTTP requests to URLs that people type, through guarded connections. */
import type { IncomingHttpHeaders } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { type AllowedHosts, canConnect, isListedHost } from './allowed-hosts.ts'
import { ConnectionError, resolveAllowedAddresses, toConnectionError } from './guarded-connection.ts'
import { request as requestHttp } from './http/node-http.ts'
import { type ResolveHost, resolveHost, toAddressOptions } from './resolve-host.ts'

/** For public servers; those that the operator lists may use any port that the list allows. */
const PUBLIC_PORTS: readonly number[] = [443]

type GuardedRequest = {
  url: string
  method: string
  headers: Readonly<Record<string, string>>
  body?: string | undefined
  /** Ends the request, also while the reply is read. */
  signal: AbortSignal
}
/** The reply; its body fails if the connection is lost, and must be read or destroyed. */
export type GuardedReply = { status: number; headers: IncomingHttpHeaders; body: Readable }
export type SendGuarded = (request: GuardedRequest) => Promise<GuardedReply>

/**
 * Creates the sender of requests: to public hosts by HTTPS, and to those that the operator lists. Redirects aren't
 * followed. Sending throws `ConnectionError` if there is no reply.
 */
export const createGuardedSender =
  (hosts: AllowedHosts, resolve: ResolveHost = resolveHost): SendGuarded =>
  async (request) => {
    const url = URL.parse(request.url)
    if (!url || !/^https?:$/.test(url.protocol)) throw new ConnectionError('invalidUrl')
    const addresses = await resolveAllowedAddresses(getHost(url), {
      resolve,
      isAllowed: (address) => isAllowedUrl(url, address, hosts),
      deadline: request.signal,
    })
    return send(url, addresses, request)
  }

/** The time to find out where a URL leads before it is saved. */
const CHECK_TIMEOUT_MS = 3_000

/**
 * Creates the check of a URL before it is saved, by the rule of the sender. A host that can't be resolved now, which may be
 * a fault of the network, is allowed if it is listed by its name, or if a public one were.
 */
export function createUrlCheck(hosts: AllowedHosts, resolve: ResolveHost = resolveHost) {
  return async (text: string): Promise<boolean> => {
    const url = URL.parse(text)
    if (!url) return true
    const addresses = await resolve(getHost(url), AbortSignal.timeout(CHECK_TIMEOUT_MS)).catch(() => undefined)
    if (addresses) return addresses.some((address) => isAllowedUrl(url, address, hosts))
    // Any host could be in a listed range, also a public one.
    const named = hosts.filter(({ name }) => name !== undefined)
    return isAllowedUrl(url, undefined, named)
  }
}

const isEncrypted = (url: URL): boolean => url.protocol === 'https:'
const getHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')
const getPort = (url: URL): number => Number(url.port) || (isEncrypted(url) ? 443 : 80)

/** Returns whether a URL may be requested at an IP address of its host; see `canConnect` for an unknown one. */
function isAllowedUrl(url: URL, address: string | undefined, hosts: AllowedHosts): boolean {
  const server = { host: getHost(url), address, port: getPort(url) }
  // Unencrypted requests are limited to listed hosts, that is, the internal network.
  return isEncrypted(url) ? canConnect(hosts, server, PUBLIC_PORTS) : isListedHost(hosts, server, [80])
}

/** Sends the request to the first of the addresses that can be reached. */
function send(url: URL, addresses: readonly string[], request: GuardedRequest): Promise<GuardedReply> {
  const { body } = request
  const options = {
    host: getHost(url),
    port: getPort(url),
    ...toAddressOptions(addresses),
    path: url.pathname + url.search,
    method: request.method,
    headers: {
      ...request.headers,
      host: url.host,
      // A body that was compressed could not be limited by what arrives.
      'accept-encoding': 'identity',
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    },
    agent: false as const,
    signal: request.signal,
    // The certificate is checked against the host name.
    ...(isEncrypted(url) && isIP(getHost(url)) === 0 ? { servername: url.hostname } : {}),
  }
  return new Promise((resolve, reject) => {
    const outgoing = (isEncrypted(url) ? requestHttps : requestHttp)(options)
    const fail = (error: Error) => reject(toConnectionError(error))
    outgoing.on('error', fail)
    // Without a listener, Node closes the connection and reports nothing.
    outgoing.on('upgrade', ({ statusCode = 0, headers }, socket) => {
      socket.destroy()
      resolve({ status: statusCode, headers, body: Readable.from([]) })
    })
    outgoing.on('response', (reply) => {
      outgoing.off('error', fail).on('error', () => {})
      // Whoever reads the body gets its errors; nobody has to.
      reply.on('error', () => {})
      resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: reply })
    })
    outgoing.end(body)
  })
}
