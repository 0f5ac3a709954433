/** Counts shared by all nodes of one database, each for a time window. They may be lost at any time. */
import { sql } from 'kysely'
import { CLOCK_SKEW_MS, type Clock } from '../clock.ts'
import type { Database } from './database.ts'

/** An increment of a count. If it starts a new window, that ends at `until`, in milliseconds since 1970. */
type CountIncrement = { key: string; count: number; until: number }
export type CountTotal = { count: number; until: number }

export type SharedCounters = {
  /** Increments counts and returns the totals by key. Keys must be distinct. Throws if the database is unavailable. */
  add(increments: readonly CountIncrement[]): Promise<ReadonlyMap<string, CountTotal>>
  /** Returns the counts by key, without those that have none. */
  read(keys: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Deletes expired counts. */
  prune(): Promise<void>
}

/**
 * Creates the counts. One statement increments all counts of a call; the table is unlogged, so nothing waits for the
 * disk.
 */
export function createSharedCounters({ read }: Pick<Database, 'read'>, clock: Clock): SharedCounters {
  const now = () => clock.now().toISOString()
  return {
    async add(increments) {
      const moment = now()
      // Always in the same order, so that nodes that add to the same counts cannot deadlock.
      const rows = increments
        .toSorted((one, other) => (one.key < other.key ? -1 : 1))
        .map(({ key, count, until }) => ({ key, count, until: new Date(until).toISOString() }))
      // A window ending later than this was created by a clock that was ahead: another node's, or ours before it was
      // set.
      const latest = new Date(Math.max(...increments.map(({ until }) => until)) + CLOCK_SKEW_MS).toISOString()
      const isExpired = sql<boolean>`(rate_limits.until <= ${moment} or rate_limits.until > ${latest})`
      const totals = await read
        .insertInto('rateLimits')
        .values(rows)
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            count: sql`case when ${isExpired} then excluded.count else rate_limits.count + excluded.count end`,
            until: sql`case when ${isExpired} then excluded.until else rate_limits.until end`,
          }),
        )
        .returning(['key', 'count', 'until'])
        .execute()
      return new Map(totals.map(({ key, count, until }) => [key, { count, until: Date.parse(until) }]))
    },
    async read(keys) {
      if (keys.length === 0) return new Map()
      const rows = await read
        .selectFrom('rateLimits')
        .select(['key', 'count'])
        .where('key', 'in', keys)
        .where('until', '>', now())
        .execute()
      return new Map(rows.map(({ key, count }) => [key, count]))
    },
    async prune() {
      await read.deleteFrom('rateLimits').where('until', '<=', now()).execute()
    },
  }
}
