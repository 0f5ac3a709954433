import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'

/** Returns the IP addresses of a host. Throws if it is unknown, or if the deadline passes first. */
export async function resolveHost(host: string, deadline: AbortSignal): Promise<string[]> {
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
