/** What is known of a visitor for a day: nothing that would name them. */
import { createHmac, randomBytes } from 'node:crypto'
import type { Device } from '#contracts/analytics/analytics.ts'
import type { Database } from '#server/platform/database/database.ts'
import { keptSalt } from './store.ts'

export type Visitor = { address: string; userAgent: string }

/**
 * Tells a day's visitors apart without knowing them: an HMAC of address and browser under a salt that all nodes share
 * for that day and that is deleted after it. Without the salt a hash can't be tried against addresses, and no hash of
 * one day is that of another (docs/decisions/010).
 */
export function createVisitorHash(database: Database): (day: string, visitor: Visitor) => Promise<string> {
  let known: { day: string; salt: Promise<string> } | undefined

  function saltOf(day: string): Promise<string> {
    if (known?.day === day) return known.salt
    const salt = database.write(({ tx }) => keptSalt(tx, day, randomBytes(32).toString('base64url')))
    known = { day, salt }
    // What failed is asked for again by the next visit.
    salt.catch(() => {
      if (known?.salt === salt) known = undefined
    })
    return salt
  }

  return async (day, { address, userAgent }) =>
    createHmac('sha256', await saltOf(day))
      .update(`${address}\n${userAgent}`)
      .digest()
      .subarray(0, 16)
      .toString('base64url')
}

const TABLET = /ipad|tablet|playbook|kindle|silk\/|android(?!.*mobile)/i
const MOBILE = /mobi|iphone|ipod|android|windows phone|harmonyos|openharmony/i

/** The class of device that a user agent names. A tablet that asks for desktop pages says it is a desktop. */
export function deviceOf(userAgent: string): Device {
  if (TABLET.test(userAgent)) return 'tablet'
  return MOBILE.test(userAgent) ? 'mobile' : 'desktop'
}

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
