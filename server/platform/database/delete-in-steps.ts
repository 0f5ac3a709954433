import { yieldToEventLoop } from '../event-loop.ts'
import type { Database, Write } from './database.ts'

/** Takes some milliseconds. */
const ROWS_PER_STEP = 500

/**
 * Deletes many rows in batches, one transaction each, so that other writers don't wait for all of them. The step
 * deletes up to `limit` rows and returns their number; a smaller number than `limit` ends the loop.
 */
export async function deleteInSteps(
  database: Pick<Database, 'write'>,
  step: (write: Write, limit: number) => Promise<number>,
  limit = ROWS_PER_STEP,
): Promise<void> {
  while ((await database.write((write) => step(write, limit))) >= limit) await yieldToEventLoop()
}
