/**
 * Restricts which servers may be connected to (SSRF protection): public ones on the usual ports, and those that the
 * operator lists: in `MAIL_HOSTS` for mail, in `WEBHOOK_HOSTS` for webhooks, in `AGENT_HOSTS` for agents, in
 * `SIGN_IN_HOSTS` for identity providers.
 */
import ipaddr from 'ipaddr.js'

/**
 * A host that the operator lists: a name or a range of IP addresses. Without a port it allows the usual ones, with `*`
 * all.
 */
type AllowedHost = {
  name: string | undefined
  range: ReturnType<typeof ipaddr.parseCIDR> | undefined
  port: number | '*' | undefined
}
export type AllowedHosts = readonly AllowedHost[]

/**
 * `name`, `10.0.0.5`, `10.0.0.0/8`, `[fd00::/8]`, optionally followed by `:port` or `:*`; only then IPv6 needs
 * brackets.
 */
const ENTRY = /^(?:\[(?<bracketed>[^\]]+)\]|(?<plain>[^\s[\]:]+))(?::(?<port>\d{1,5}|\*))?$/
const NAME = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*$/i

/** Parses the list of one of these settings, which is separated by commas. Returns `undefined` if an entry is invalid. */
export function parseAllowedHosts(list: string): AllowedHosts | undefined {
  const entries = list.split(',').map((entry) => parseAllowedHost(entry.trim()))
  return entries.every((entry) => entry !== undefined) ? entries : undefined
}

function parseAllowedHost(entry: string): AllowedHost | undefined {
  const isBareIpv6 = ipaddr.IPv6.isValid(entry) || ipaddr.IPv6.isValidCIDR(entry)
  const parts = isBareIpv6 ? { bracketed: entry } : ENTRY.exec(entry)?.groups
  const port = parsePort(parts?.port)
  if (!parts || port === null) return undefined
  const host = parts.bracketed ?? parts.plain ?? ''
  if (ipaddr.isValidCIDR(host)) return { name: undefined, range: ipaddr.parseCIDR(host), port }
  if (ipaddr.IPv6.isValid(host) || ipaddr.IPv4.isValidFourPartDecimal(host))
    return { name: undefined, range: fullRange(host), port }
  return NAME.test(host) && !/^[\d.]+$/.test(host) ? { name: host.toLowerCase(), range: undefined, port } : undefined
}

function fullRange(address: string): AllowedHost['range'] {
  const parsed = ipaddr.process(address)
  return [parsed, parsed.kind() === 'ipv4' ? 32 : 128]
}

/** Returns a parsed port; `null` if it is invalid. */
function parsePort(text: string | undefined): AllowedHost['port'] | null {
  if (text === undefined || text === '*') return text
  const port = Number(text)
  return port >= 1 && port <= 65_535 ? port : null
}

/** Azure's metadata service has an IP address in a public range. */
const METADATA = new Set(['168.63.129.16'])
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/**
 * Returns whether an IP address, in any notation, is public: not private, not local, and not a cloud's metadata
 * service.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast' || METADATA.has(parsed.toString())) return false
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6)
}

/**
 * A server. `address` is `undefined` while its host isn't resolved: then it counts as one of those that are allowed, so that
 * only the rest is checked. Before a connection is opened, it must be known.
 */
type Server = { host: string; address: string | undefined; port: number }

/**
 * Returns whether a list contains a server, by its name or by the IP address that the name resolves to. `ports` apply
 * to hosts that are listed without a port.
 */
export const isListedHost = (hosts: AllowedHosts, server: Server, ports: readonly number[]): boolean =>
  hosts.some((allowed) => matchesHost(allowed, server) && hasPort(allowed, server.port, ports))

/** Returns whether a server may be connected to: it is listed, or it is public and uses one of the ports. */
export const canConnect = (hosts: AllowedHosts, server: Server, ports: readonly number[]): boolean =>
  isListedHost(hosts, server, ports) ||
  ((server.address === undefined || isPublicAddress(server.address)) && ports.includes(server.port))

function matchesHost({ name, range }: AllowedHost, { host, address }: Pick<Server, 'host' | 'address'>): boolean {
  if (name !== undefined) return name === host.toLowerCase().replace(/\.$/, '')
  if (address === undefined) return true
  if (range === undefined || !ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return parsed.kind() === range[0].kind() && parsed.match(range)
}

const hasPort = ({ port }: AllowedHost, requestedPort: number, ports: readonly number[]): boolean =>
  port === undefined ? ports.includes(requestedPort) : port === '*' || port === requestedPort
