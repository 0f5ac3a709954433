/** The progress of a run as server-sent events, so that a page loads it only when something has changed. */
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { RUNS } from '#contracts/limits.ts'
import type { Database } from '#server/platform/database/database.ts'
import { findProgress } from './store.ts'

/** A line that is no event keeps proxies from closing a quiet connection. */
const HEARTBEAT = ': \n\n'

/** Creates the streams of progress. Each looks for itself, since any node may be asking. */
export function createRunProgress({ database }: { database: Database }) {
  const stopController = new AbortController()
  const { signal } = stopController

  async function* writeEvents(runId: string): AsyncGenerator<string> {
    let known: string | undefined
    let quietMs = 0
    for (let elapsedMs = 0; elapsedMs < RUNS.progress.streamMs && !signal.aborted; elapsedMs += RUNS.progress.everyMs) {
      const progress = await findProgress(database.read, runId)
      if (!progress) return
      const current = JSON.stringify(progress)
      quietMs = current === known ? quietMs + RUNS.progress.everyMs : 0
      if (current !== known) yield `data: ${current}\n\n`
      else if (quietMs % RUNS.progress.heartbeatMs === 0) yield HEARTBEAT
      known = current
      // A stop ends the wait, and then the stream.
      await setTimeout(RUNS.progress.everyMs, undefined, { signal }).catch(() => {})
    }
  }

  return {
    /**
     * Returns events whose data is what has changed: the status, the number of decided trials and of calls. The first one
     * says how things are. The stream ends after `RUNS.progress.streamMs`, for browsers to open the next.
     */
    watch: (runId: string): Readable => Readable.from(writeEvents(runId), { objectMode: false }),

    /** Ends all streams, for which a server that stops would wait. */
    stop: (): void => stopController.abort(),
  }
}
