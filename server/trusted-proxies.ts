import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The ranges of private IP addresses that Fastify supports by name. */
const NAMED_RANGES: readonly string[] = ['loopback', 'linklocal', 'uniquelocal']

/**
 * Parses `TRUST_PROXY`: `on` for all private networks, `off`, or a comma-separated list of addresses and ranges. Returns
 * the format of Fastify's `trustProxy`; `undefined` if an entry is invalid.
 */
export function parseTrustedProxies(value: string): false | string | undefined {
  if (value === 'off') return false
  if (value === 'on') return NAMED_RANGES.join()
  return value.split(',').every((entry) => isAddressRange(entry.trim())) ? value : undefined
}

/** Returns whether a text is an IP address, a range such as `10.0.0.0/8`, or the name of a range. */
function isAddressRange(text: string): boolean {
  if (NAMED_RANGES.includes(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  if (isIP(address) === 0 || address.includes('%') || rest.length > 0) return false
  // IPv4-mapped IPv6 addresses are compared as IPv4.
  const maxBits = ipaddr.process(address).kind() === 'ipv4' ? 32 : 128
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= maxBits)
}
