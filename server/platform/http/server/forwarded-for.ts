import type { IncomingHttpHeaders } from 'node:http'
import ipaddr from 'ipaddr.js'

const HEADER = 'x-forwarded-for'

/**
 * Reduces `X-Forwarded-For` to the valid IP addresses at its right end. Each proxy appends the address of its client,
 * so everything left of an invalid entry is forged. Fastify then takes the rightmost address that isn't a trusted
 * proxy.
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
