import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database, Write } from './database.ts'

/** So many rows are deleted within some milliseconds. */
const ROWS_PER_STEP = 500

/**
 * Deletes many rows a few at a time, each time in a transaction of its own, so that nobody waits for all of them. The
 * step deletes up to `limit` and returns how many it has; the first that finds fewer is the last.
 */
export async function deleteInSteps(
  database: Pick<Database, 'write'>,
  step: (write: Write, limit: number) => Promise<number>,
  limit = ROWS_PER_STEP,
): Promise<void> {
  while ((await database.write((write) => step(write, limit))) >= limit) await nextTurn()
}
