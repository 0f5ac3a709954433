import type { DatabaseSync } from 'node:sqlite'
import { createWorkerPool } from '../worker-pool.ts'
import type * as checkpoints from './checkpoints.ts'

const PROGRAM = new URL('./checkpoints.ts', import.meta.url)
/** Pages of 4 KB in the log beyond which it is copied. */
const PAGES = 1_000
/** A commit copies a log of so many itself: the thread is too slow for what is written, or can't run at all. */
const MOST_PAGES = 16_000
const BOUNDS = { queueMax: 1, timeoutMs: 60_000 }

export type ShortLog = ReturnType<typeof keepLogShort>

/**
 * Keeps the write-ahead log of a file short without anybody waiting for it: a commit alone writes to the disk once, one
 * that copies the log as well three times, in a turn in which nobody is answered.
 */
export function keepLogShort(database: DatabaseSync, path: string) {
  database.exec(`pragma wal_autocheckpoint = ${MOST_PAGES}`)
  const measure = database.prepare('pragma wal_checkpoint(noop)')
  const thread = createWorkerPool<typeof checkpoints>(PROGRAM, BOUNDS)
  let copying: Promise<void> | undefined
  return {
    /** Has the log copied if it has become long. */
    afterCommit(): void {
      if (copying) return
      const { log, checkpointed } = measure.get() ?? {}
      if (Number(log) - Number(checkpointed) < PAGES) return
      copying = thread
        .run<void>('checkpoint', path)
        // Without space, say, the next commit tries again.
        .catch(() => {})
        .finally(() => {
          copying = undefined
        })
    },
    async close(): Promise<void> {
      await copying
      await thread.close()
    },
  }
}
