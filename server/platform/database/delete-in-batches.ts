import { yieldToEventLoop } from '../event-loop.ts'
import type { Database, Transaction } from './database.ts'

/** A batch takes some milliseconds. */
const ROWS_PER_BATCH = 500

/**
 * Deletes many rows in batches, one transaction each, so that other writers don't wait for all of them. `deleteBatch`
 * deletes up to `limit` rows and returns their number; a smaller number than `limit` ends the loop.
 */
export async function deleteInBatches(
  database: Pick<Database, 'write'>,
  deleteBatch: (transaction: Transaction, limit: number) => Promise<number>,
  limit = ROWS_PER_BATCH,
): Promise<void> {
  while ((await database.write((transaction) => deleteBatch(transaction, limit))) >= limit) await yieldToEventLoop()
}
