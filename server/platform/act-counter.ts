import type { Clock } from './clock.ts'
import type { Transaction } from './database/database.ts'
import { createSharedCounters } from './database/shared-counters.ts'
import type { Encryption } from './encryption.ts'

export type Act = {
  /** What is counted, such as `questions of a member`. */
  purpose: string
  /** The id of who acts. Stored as a keyed hash, since counts stay when an account is closed. */
  by: string
  windowMs: number
}

/**
 * Creates the counter of acts that are limited within a time, such as a member's questions of a day. An act counts even if it
 * is undone later, so that undoing makes no room for another.
 */
export const createActCounter =
  ({ clock, encryption }: { clock: Clock; encryption: Pick<Encryption, 'hash'> }) =>
  /** Counts an act inside the caller's transaction. Returns how many there were within the time, with this one. */
  async ({ db }: Transaction, { purpose, by, windowMs }: Act): Promise<number> => {
    const key = encryption.hash(by, purpose)
    const increment = { key, count: 1, until: clock.now().getTime() + windowMs }
    return (await createSharedCounters({ read: db }, clock).add([increment])).get(key)?.count ?? 0
  }
