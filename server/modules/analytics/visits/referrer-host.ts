/** A name of the domain name system that a site can have: no address, no name of a local network. */
const HOST = /^(?=.{4,100}$)(?:[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

/**
 * The site that a visitor came from. Takes the host as the browser says it and our own hosts; gives its name without
 * `www.`, or `undefined` where it is none, ours, or no name that a site can have.
 */
export function referrerHost(said: string | undefined, own: readonly string[]): string | undefined {
  if (!said || /[/?#@\\\s]/.test(said)) return undefined
  const url = URL.parse(`http://${said}`)
  const host = nameOf(url?.hostname ?? '')
  return HOST.test(host) && !own.map(nameOf).includes(host) ? host : undefined
}

const nameOf = (host: string) =>
  host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '')
