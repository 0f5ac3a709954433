import { lookup } from 'node:dns/promises'
import { isIP, type TcpNetConnectOpts } from 'node:net'

/** Returns the IP addresses of a host. Throws if it is unknown, or if the deadline passes first. */
export type ResolveHost = (host: string, deadline: AbortSignal) => Promise<string[]>

/** Resolves a host by the system's resolver. */
export const resolveHost: ResolveHost = async (host, deadline) => {
  if (isIP(host)) return [host]
  deadline.throwIfAborted()
  const resolved = await Promise.race([lookup(host, { all: true }), rejectOnAbort(deadline)])
  return resolved.map(({ address }) => address)
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** The time to connect to each address but the last, so that one that drops packets doesn't use up the time of the others. */
const ATTEMPT_TIMEOUT_MS = 2_500

type AddressOptions = Pick<TcpNetConnectOpts, 'lookup' | 'autoSelectFamily' | 'autoSelectFamilyAttemptTimeout'>

/** Returns options to connect to the first of some addresses that can be reached, without resolving the name again. */
export const toAddressOptions = (addresses: readonly string[]): AddressOptions => ({
  lookup: (_host, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    ),
  autoSelectFamily: true,
  autoSelectFamilyAttemptTimeout: ATTEMPT_TIMEOUT_MS,
})
