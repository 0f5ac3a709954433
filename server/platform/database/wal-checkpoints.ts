import type { DatabaseSync } from 'node:sqlite'
import { createWorkerPool } from '../worker-pool.ts'
import type * as program from './wal-checkpoint-worker.ts'

const SCRIPT_URL = new URL('./wal-checkpoint-worker.ts', import.meta.url)
/** A log of more pages (4 KB each) is checkpointed by the thread. */
const CHECKPOINT_PAGES = 1_000
/** From this size, a commit checkpoints by itself: the thread is too slow for the writes, or can't run. */
const AUTO_CHECKPOINT_PAGES = 16_000
const LIMITS = { queueMax: 1, timeoutMs: 60_000 }

export type WalCheckpoints = ReturnType<typeof startWalCheckpoints>

/**
 * Checkpoints the write-ahead log of a file in a worker thread. A plain commit syncs to disk once; one that also
 * checkpoints does so three times, and blocks the event loop meanwhile.
 */
export function startWalCheckpoints(database: DatabaseSync, path: string) {
  database.exec(`pragma wal_autocheckpoint = ${AUTO_CHECKPOINT_PAGES}`)
  const measure = database.prepare('pragma wal_checkpoint(noop)')
  const worker = createWorkerPool<typeof program>(SCRIPT_URL, LIMITS)
  let checkpoint: Promise<void> | undefined
  return {
    /** Starts a checkpoint if the log is too long. */
    afterCommit(): void {
      if (checkpoint) return
      const { log, checkpointed } = measure.get() ?? {}
      if (Number(log) - Number(checkpointed) < CHECKPOINT_PAGES) return
      checkpoint = worker
        .run<void>('checkpoint', path)
        // After a failure, for example without disk space, the next commit retries.
        .catch(() => {})
        .finally(() => {
          checkpoint = undefined
        })
    },
    async close(): Promise<void> {
      await checkpoint
      await worker.close()
    },
  }
}
