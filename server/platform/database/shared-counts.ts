/** Counts that all nodes of one PostgreSQL share, each for a window of time. They say nothing that has to be kept. */
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database } from './database.ts'

/** What is added to a count; its window ends at `until`, in milliseconds since 1970, if it begins with this. */
export type Addition = { key: string; count: number; until: number }
export type Total = { count: number; until: number }

export type SharedCounts = {
  /** Adds, and returns the totals by key. Each key may be there once. Throws if the database is away. */
  add(additions: readonly Addition[]): Promise<ReadonlyMap<string, Total>>
  /** Deletes what is over. */
  prune(): Promise<void>
}

/** Creates the counts. Only one statement is sent at a time for what is added together, and nothing waits for a disk. */
export function createSharedCounts({ read }: Pick<Database, 'read'>, clock: Clock): SharedCounts {
  const now = () => clock.now().toISOString()
  return {
    async add(additions) {
      const moment = now()
      // Always in the same order, so that nodes that add to the same counts cannot deadlock.
      const rows = additions
        .toSorted((one, other) => (one.key < other.key ? -1 : 1))
        .map(({ key, count, until }) => ({ key, count, until: new Date(until).toISOString() }))
      const isOver = sql<boolean>`rate_limits.until <= ${moment}`
      const totals = await read
        .insertInto('rateLimits')
        .values(rows)
        .onConflict((row) =>
          row.column('key').doUpdateSet({
            count: sql`case when ${isOver} then excluded.count else rate_limits.count + excluded.count end`,
            until: sql`case when ${isOver} then excluded.until else rate_limits.until end`,
          }),
        )
        .returning(['key', 'count', 'until'])
        .execute()
      return new Map(totals.map(({ key, count, until }) => [key, { count, until: Date.parse(until) }]))
    },
    async prune() {
      await read.deleteFrom('rateLimits').where('until', '<=', now()).execute()
    },
  }
}
