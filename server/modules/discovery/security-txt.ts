/** security.txt (RFC 9116): where whoever finds a vulnerability may report it. */
import { DAY_MS } from '#contracts/durations.ts'
import { PAGES } from '#contracts/paths.ts'

/** The RFC advises less than a year. A day's files are equal. */
const LIFETIME_DAYS = 180

/**
 * Returns the file. The contact is the site's address for mail, else the page with the consultation form; `undefined`
 * if there is neither: a web address counts with TLS only.
 */
export function securityTxt(site: { contactEmail: string; publicUrl: string; now: Date }): string | undefined {
  const { contactEmail, publicUrl, now } = site
  const isEncrypted = publicUrl.startsWith('https://')
  if (contactEmail === '' && !isEncrypted) return undefined
  const contact = contactEmail === '' ? publicUrl + PAGES.selection : mailtoAddress(contactEmail)
  const today = now.getTime() - (now.getTime() % DAY_MS)
  return [
    `Contact: ${contact}`,
    `Expires: ${new Date(today + LIFETIME_DAYS * DAY_MS).toISOString()}`,
    ...(isEncrypted ? [`Canonical: ${publicUrl}/.well-known/security.txt`] : []),
    'Preferred-Languages: zh, en',
    '',
  ].join('\n')
}

const mailtoAddress = (address: string): string => `mailto:${encodeURIComponent(address).replace('%40', '@')}`
