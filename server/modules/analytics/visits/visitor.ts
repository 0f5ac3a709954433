/** Distinguishes the visitors of a day without identifying them. */
import { createHmac, randomBytes } from 'node:crypto'
import type { Device } from '#contracts/analytics/analytics.ts'
import type { Database } from '#server/platform/database/database.ts'
import { getOrCreateSalt } from './store.ts'

type Visitor = { address: string; userAgent: string }

/**
 * Creates the hash that distinguishes a day's visitors: an HMAC of IP address and user agent with a salt that all nodes
 * share for the day and that is deleted afterwards. Without the salt, hashes can't be tested against IP addresses or
 * compared between days (docs/decisions/010).
 */
export function createVisitorHash(database: Database): (day: string, visitor: Visitor) => Promise<string> {
  let cached: { day: string; salt: Promise<string> } | undefined

  function getSalt(day: string): Promise<string> {
    if (cached?.day === day) return cached.salt
    const salt = database.write(({ db }) => getOrCreateSalt(db, day, randomBytes(32).toString('base64url')))
    cached = { day, salt }
    // After a failure, the next visit retries.
    salt.catch(() => {
      if (cached?.salt === salt) cached = undefined
    })
    return salt
  }

  return async (day, { address, userAgent }) =>
    createHmac('sha256', await getSalt(day))
      .update(`${address}\n${userAgent}`)
      .digest()
      .subarray(0, 16)
      .toString('base64url')
}

const TABLET = /ipad|tablet|playbook|kindle|silk\/|android(?!.*mobile)/i
const MOBILE = /mobi|iphone|ipod|android|windows phone|harmonyos|openharmony/i

/** Returns the device class of a user agent. A tablet in desktop mode is indistinguishable from a desktop. */
export function detectDevice(userAgent: string): Device {
  if (TABLET.test(userAgent)) return 'tablet'
  return MOBILE.test(userAgent) ? 'mobile' : 'desktop'
}

/** A public DNS host name: no IP address and no name of a local network. */
const HOST = /^(?=.{4,100}$)(?:[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

/**
 * Returns the referring site: its host without `www.`; `undefined` if it is missing, one of our own, or not a valid
 * host name.
 */
export function findReferrerHost(rawHost: string | undefined, ownHosts: readonly string[]): string | undefined {
  if (!rawHost || /[/?#@\\\s]/.test(rawHost)) return undefined
  const url = URL.parse(`http://${rawHost}`)
  const host = normalizeHost(url?.hostname ?? '')
  return HOST.test(host) && !ownHosts.map(normalizeHost).includes(host) ? host : undefined
}

const normalizeHost = (host: string) =>
  host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '')
