import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'

type Steps<Result> = {
  /** Takes the lock, in a transaction. */
  lock(transaction: Transaction): Promise<unknown>
  /** Starts what should wait for that transaction. */
  run(): Promise<Result>
  /** Changes, before the transaction ends, what must be read only afterwards. */
  change(transaction: Transaction): Promise<unknown>
}

/**
 * Runs something while a transaction holds a lock and changes data, and returns its result. On PostgreSQL, the data
 * change while it waits; on SQLite, transactions don't overlap.
 */
export async function runWhileLocked<Result>(
  database: Database,
  { lock, run, change }: Steps<Result>,
): Promise<Result> {
  const running = await database.write(async (transaction) => {
    await lock(transaction)
    const result = run()
    // Its rejection is handled by the caller.
    result.catch(() => {})
    if (database.getPoolStatistics()) await waitForBlockedStatement(database.read)
    await change(transaction)
    // Wrapped, since a promise would be awaited inside the transaction that it waits for.
    return { result }
  })
  return running.result
}

const waitForBlockedStatement = (db: Queryable) =>
  vi.waitFor(
    async () => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      expect(rows[0]?.count).toBeGreaterThan(0)
    },
    { timeout: 10_000, interval: 20 },
  )
