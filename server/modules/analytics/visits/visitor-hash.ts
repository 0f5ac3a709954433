import { createHmac, randomBytes } from 'node:crypto'
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
