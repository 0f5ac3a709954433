/** Which headers people may set on requests to agents. */

/** The characters of a header's name (RFC 9110, section 5.1), without those that nobody uses. */
const NAME = /^[a-z0-9_-]{1,60}$/i
/** Visible ASCII with blanks inside: what every server accepts, without line breaks. */
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

/** Headers of the connection itself, and those that the platform sets. */
const FORBIDDEN = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'cookie',
  'cookie2',
  'expect',
  'forwarded',
  'host',
  'http2-settings',
  'keep-alive',
  'origin',
  'referer',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
])

export const isHeaderName = (name: string): boolean => NAME.test(name)
export const isHeaderValue = (value: string): boolean => VALUE.test(value)
export const isForbiddenHeader = (name: string): boolean =>
  FORBIDDEN.has(name.toLowerCase()) || /^(?:proxy|sec)-/i.test(name)

/** Names of headers and parameters that contain a credential. */
const CREDENTIAL =
  /^(?:authorization|auth|key|sign|signature)$|token|secret|password|api[-_]?key|access[-_]?key|session[-_]?key/i

/** Returns whether a header or a query parameter probably contains a key, which must be encrypted. */
export const isCredentialName = (name: string): boolean => CREDENTIAL.test(name)
