/**
 * Outgoing connections whose target people type: mail servers, webhooks, agents. To prevent SSRF and DNS rebinding, a name
 * is resolved once, and only the IP addresses that are allowed are connected to.
 */
import type { ResolveHost } from './resolve-host.ts'
import { describeTlsError, isTlsError } from './tls-error.ts'

const CONNECTION_FAILURES = [
  'invalidUrl',
  'unknownHost',
  'notAllowed',
  'timeout',
  'encryptionFailed',
  'unreadable',
  'disconnected',
  'unreachable',
] as const
export type ConnectionFailure = (typeof CONNECTION_FAILURES)[number]

/** A connection that wasn't established or was lost. `detail` says more in Chinese, or is ''. */
export class ConnectionError extends Error {
  override name = 'ConnectionError'
  readonly failure: ConnectionFailure
  readonly detail: string

  constructor(failure: ConnectionFailure, detail = '') {
    super(detail === '' ? failure : `${failure}: ${detail}`)
    this.failure = failure
    this.detail = detail
  }
}

type AddressRule = {
  resolve: ResolveHost
  /** Returns whether an IP address of the host may be connected to. */
  isAllowed: (address: string) => boolean
  deadline: AbortSignal
}

/** Resolves a host once. Returns its IP addresses that may be connected to. Throws `ConnectionError` if there are none. */
export async function resolveAllowedAddresses(
  host: string,
  { resolve, isAllowed, deadline }: AddressRule,
): Promise<string[]> {
  const resolved = await resolve(host, deadline).catch(() => {
    throw new ConnectionError(deadline.aborted ? 'timeout' : 'unknownHost')
  })
  const addresses = resolved.filter(isAllowed)
  if (addresses.length === 0) throw new ConnectionError('notAllowed')
  return addresses
}

/** Returns why Node failed to send a request or to read the reply. */
export function toConnectionError(error: Error): ConnectionError {
  if (error instanceof ConnectionError) return error
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return new ConnectionError('timeout')
  const { code = '', syscall }: NodeJS.ErrnoException = error
  if (isTlsError(code)) return new ConnectionError('encryptionFailed', describeTlsError(code) ?? code)
  // The codes of Node's HTTP parser.
  if (code.startsWith('HPE_')) return new ConnectionError('unreadable')
  return new ConnectionError(
    code === 'ECONNRESET' || code === 'EPIPE' || syscall === 'read' ? 'disconnected' : 'unreachable',
  )
}
