/**
 * Flushes SQLite's write-ahead log to the disk in the thread pool. With `synchronous = full`, SQLite does so in every
 * commit, and the event loop waits for the disk.
 */
import { type FileHandle, open } from 'node:fs/promises'
import { UnwritableError } from './storage-failure.ts'

/** Creates the functions that flush the log of a database's file. */
export function createLogSync(path: string) {
  let log: Promise<FileHandle> | undefined
  let failure: UnwritableError | undefined
  return {
    /** Throws if the log couldn't be flushed before: what was lost then is missing below later writes, which would be too. */
    assertFlushed(): void {
      if (failure) throw failure
    },

    /** Resolves when everything that was committed would survive a power failure. Throws `UnwritableError`. */
    async flush(): Promise<void> {
      try {
        log ??= open(`${path}-wal`, 'r+')
        await (await log).datasync()
      } catch (cause) {
        failure = new UnwritableError(`the log of ${path} can't be flushed: restart the server once the disk works`, {
          cause,
        })
        throw failure
      }
    },

    close: async (): Promise<void> => (await log)?.close(),
  }
}
