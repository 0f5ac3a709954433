import type { IncomingHttpHeaders } from 'node:http'
import ipaddr from 'ipaddr.js'

const HEADER = 'x-forwarded-for'

/**
 * Leaves of `X-Forwarded-For` the addresses at its right end: each proxy adds the one that it was asked by, so what
 * stands left of anything else was made up. Fastify then takes the first from the right that is no trusted proxy.
 */
export function trimForwardedFor(headers: IncomingHttpHeaders): void {
  const header = headers[HEADER]
  if (header === undefined) return
  const entries = String(header)
    .split(',')
    .map((entry) => entry.trim())
  const addresses = entries.slice(entries.findLastIndex((entry) => !ipaddr.isValid(entry)) + 1)
  if (addresses.length === 0) delete headers[HEADER]
  else headers[HEADER] = addresses.map((address) => ipaddr.process(address).toString()).join(', ')
}
