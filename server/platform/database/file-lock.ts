import { DatabaseSync } from 'node:sqlite'

/** Gives a process that is about to exit, as in a restart, time to release the lock. */
const TIMEOUT_MS = 1_000
const SQLITE_BUSY = 5

export type FileLock = { release(): void }

/**
 * Locks a file among processes; returns `undefined` if another process holds the lock. It uses SQLite's lock on an
 * empty database, which the operating system releases when the process ends, however it ends. Nothing else in this
 * process may open the file: closing it would release the lock.
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
