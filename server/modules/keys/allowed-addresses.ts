import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** An IPv4 address as a socket that speaks IPv6 reports it, and as people copy it from logs. */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

const toPlain = (address: string): string => MAPPED.exec(address)?.[1] ?? address

const getFamily = (address: string): 'ipv4' | 'ipv6' => (isIPv4(address) ? 'ipv4' : 'ipv6')

/** Returns whether an IP address is one of the allowed addresses, or in one of the networks; of none, all are. */
export function isAllowedAddress(allowed: readonly string[], address: string): boolean {
  if (allowed.length === 0) return true
  const plain = toPlain(address)
  if (!isIPv4(plain) && !isIPv6(plain)) return false
  const family = getFamily(plain)
  const list = new BlockList()
  for (const entry of allowed) {
    const [network = '', bits] = toPlain(entry).split('/')
    // Otherwise the list would find IPv4 addresses in networks of IPv6.
    if (getFamily(network) !== family) continue
    if (bits === undefined) list.addAddress(network, family)
    else list.addSubnet(network, Number(bits), family)
  }
  return list.check(plain, family)
}
