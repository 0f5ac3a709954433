/**
 * Returns the address of an endpoint below a base address. People paste anything from the host to the whole endpoint, so
 * what the base already ends with isn't doubled: `https://api.dify.ai/v1` and `/v1/chat-messages` share `/v1`.
 */
export function joinUrl(base: string, path: string): string {
  const url = new URL(base)
  const [pathname = '', query] = path.split('?', 2)
  const existing = url.pathname.split('/').filter(Boolean)
  const added = pathname.split('/').filter(Boolean)
  url.pathname = `/${[...existing, ...added.slice(countShared(existing, added))].join('/')}`
  url.search = query ?? ''
  return url.href
}

/** Returns how many segments at the end of one path are those at the start of another. */
function countShared(existing: readonly string[], added: readonly string[]): number {
  for (let count = Math.min(existing.length, added.length); count > 0; count -= 1)
    if (existing.slice(-count).join('/') === added.slice(0, count).join('/')) return count
  return 0
}
