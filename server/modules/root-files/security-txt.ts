/** security.txt (RFC 9116): how to report a vulnerability. */
import { DAY_MS } from '#contracts/durations.ts'
import { PAGES } from '#contracts/paths.ts'

/** The RFC recommends less than a year. The date is rounded to the day, so that the file is the same all day. */
const LIFETIME_DAYS = 180

/**
 * Returns the file. The contact is the site's email address if there is one, otherwise the page with the consultation
 * form. Returns `undefined` without an email address and without https, which the RFC requires for web URLs.
 */
export function createSecurityTxt(site: { contactEmail: string; publicUrl: string; now: Date }): string | undefined {
  const { contactEmail, publicUrl, now } = site
  const isHttps = publicUrl.startsWith('https://')
  if (contactEmail === '' && !isHttps) return undefined
  const contact = contactEmail === '' ? publicUrl + PAGES.selection : createMailtoUrl(contactEmail)
  const today = now.getTime() - (now.getTime() % DAY_MS)
  return [
    `Contact: ${contact}`,
    `Expires: ${new Date(today + LIFETIME_DAYS * DAY_MS).toISOString()}`,
    ...(isHttps ? [`Canonical: ${publicUrl}/.well-known/security.txt`] : []),
    'Preferred-Languages: zh, en',
    '',
  ].join('\n')
}

const createMailtoUrl = (address: string): string => `mailto:${encodeURIComponent(address).replace('%40', '@')}`
