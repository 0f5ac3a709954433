/** Runs in a worker thread: see `startWalCheckpoints`. */
import { DatabaseSync } from 'node:sqlite'

/**
 * Runs a passive WAL checkpoint: copies the write-ahead log into the database file as far as readers allow, without
 * blocking anyone. Committed data is equally durable before and after.
 */
export function checkpoint(path: string): void {
  const database = new DatabaseSync(path)
  try {
    database.exec('pragma synchronous = full; pragma wal_checkpoint(passive)')
  } finally {
    database.close()
  }
}
