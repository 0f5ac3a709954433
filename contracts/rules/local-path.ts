const BASE = 'https://site.invalid'

/**
 * Returns whether a text is a path of this site, to which a browser may be sent: it can't lead to another host, however it
 * is written.
 */
export function isLocalPath(text: string): boolean {
  if (!text.startsWith('/') || /[\\\p{Cc}]/u.test(text)) return false
  const url = URL.parse(text, BASE)
  return url !== null && url.origin === BASE && !url.pathname.startsWith('//')
}
