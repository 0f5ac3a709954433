/**
 * Browsers ignore control characters and spaces before a scheme, and tabs and line breaks within it (WHATWG URL, §4.4),
 * so a link with them may still run a script. They read a backslash as a slash.
 */
const CONTROL_OR_SPACE = /[\u0000-\u0020\u007f-\u009f\u2028\u2029\\]/

/**
 * Returns whether a link may be saved and rendered: http, https, mailto, tel, a path from `/`, `#`, or empty. `//host`
 * and all other schemes are refused.
 */
export function isSafeLink(link: string): boolean {
  if (link === '' || link.startsWith('#')) return !/[\u0000-\u001f]/.test(link)
  if (CONTROL_OR_SPACE.test(link)) return false
  if (link.startsWith('/')) return !link.startsWith('//')
  return /^(https?:\/\/[^/]|mailto:[^/]|tel:[+\d(])/i.test(link)
}

/** Returns the link if it may be rendered, else `undefined`. */
export const toSafeLink = (link: string | undefined): string | undefined =>
  link && isSafeLink(link) ? link : undefined

/** Returns whether a link leaves this site. */
export const isExternalLink = (link: string): boolean => /^https?:/i.test(link)
