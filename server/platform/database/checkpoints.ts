/** What a thread of its own does: see `keepLogShort`. */
import { DatabaseSync } from 'node:sqlite'

/**
 * Copies what the write-ahead log of a file holds into the file, as far as nobody reads it, and holds up nobody. What
 * was committed is as safe before as after it.
 */
export function checkpoint(path: string): void {
  const database = new DatabaseSync(path)
  try {
    database.exec('pragma synchronous = full; pragma wal_checkpoint(passive)')
  } finally {
    database.close()
  }
}
