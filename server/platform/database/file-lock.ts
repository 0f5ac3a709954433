import { DatabaseSync } from 'node:sqlite'

/** A process that is just ending, as in a restart, has so long. */
const TIMEOUT_MS = 1_000
const SQLITE_BUSY = 5

export type FileLock = { release(): void }

/**
 * Locks a file among processes; `undefined` if another one has it. It is SQLite's lock on an empty database, which the
 * operating system ends with the process, however that ends. Nothing else in this process may open the file: closing it
 * would end the lock.
 */
export function lockFile(path: string): FileLock | undefined {
  const lock = new DatabaseSync(path, { timeout: TIMEOUT_MS })
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined
    throw error
  }
  return { release: () => lock.close() }
}
