import { z } from 'zod'
import { toNfkc } from './rules/normalize-text.ts'
import { withoutInvisibleCharacters } from './rules/single-line.ts'
import { storedText } from './stored-text.ts'

/**
 * Returns the schema of an email address as forms and server accept it: HTML's own rule, and the maximum length that
 * mail servers accept (RFC 5321 §4.5.3.1). Full-width characters are normalized (NFKC), invisible ones removed, and an
 * international domain is converted to ASCII (IDNA): `a@例子.中国`. Takes the messages for an empty and for an invalid
 * address.
 */
export const emailAddress = (empty: string, invalid: string) =>
  storedText(empty)
    .overwrite(withoutInvisibleCharacters)
    .overwrite(toNfkc)
    .trim()
    .overwrite(normalizeDomain)
    .min(1, { error: empty, abort: true })
    .max(254, { error: invalid, abort: true })
    .regex(z.regexes.html5Email, { error: invalid, abort: true })
    .refine((email) => /\.[^.]+$/.test(email.split('@')[1] ?? ''), invalid)

const DOMAIN = /^[\p{L}\p{N}.-]+$/u

/** Returns an address with the ASCII form of its domain, whose dots may be ideographic; any other text unchanged. */
function normalizeDomain(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).replaceAll('。', '.')
  if (at === -1 || !DOMAIN.test(domain)) return email
  const isAscii = /^\p{ASCII}*$/u.test(domain)
  const host = isAscii ? domain : URL.parse(`http://${domain}`)?.hostname
  return host ? `${email.slice(0, at)}@${host}` : email
}
