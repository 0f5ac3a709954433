/** The progress of a run as server-sent events, so that a page loads it only when something has changed. */
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { RunStatus } from '#contracts/evaluation-runs/statuses.ts'
import { RUNS } from '#contracts/limits.ts'
import { EVENT_STREAM_TYPE } from '#contracts/mime-types.ts'
import type { Database } from '#server/platform/database/database.ts'
import { findJudging } from './judge-model/store.ts'
import { getJudgingEnd } from './judge-model/view.ts'
import { findRun } from './store.ts'
import { countDecided } from './trials/store.ts'

/** A line that is no event keeps proxies from closing a quiet connection. */
const HEARTBEAT = ': \n\n'

/** By what a page sees that something has changed. */
type Progress = { status: RunStatus; finishedAt: string | null; calls: number; decided: number }

/** Returns a stream of events as a reply. */
export const toEventReply = (body: Readable) => ({
  // nginx would collect the events.
  headers: { 'content-type': EVENT_STREAM_TYPE, 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  body,
})

export type RunProgress = ReturnType<typeof createRunProgress>

/** Creates the streams of progress. Each looks for itself, since any node may be asking. */
export function createRunProgress({ database }: { database: Database }) {
  const stopController = new AbortController()
  const { signal } = stopController

  async function findProgress(id: string): Promise<Progress | undefined> {
    const run = await findRun(database.read, id)
    if (!run) return undefined
    const { status, finishedAt, calls } = run
    return { status, finishedAt, calls, decided: await countDecided(database.read, id) }
  }

  async function findJudgingProgress(judgedRunId: string): Promise<Progress | undefined> {
    const judging = await findJudging(database.read, judgedRunId)
    if (!judging) return undefined
    const { status, finishedAt } = getJudgingEnd(judging)
    return { status, finishedAt, calls: judging.calls, decided: await countDecided(database.read, judging.id) }
  }

  async function* writeEvents(find: () => Promise<Progress | undefined>): AsyncGenerator<string> {
    let known: string | undefined
    let quietMs = 0
    for (let elapsedMs = 0; elapsedMs < RUNS.progress.streamMs && !signal.aborted; elapsedMs += RUNS.progress.everyMs) {
      const progress = await find()
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

  const stream = (find: () => Promise<Progress | undefined>): Readable =>
    Readable.from(writeEvents(find), { objectMode: false })

  return {
    /**
     * Returns events whose data is what has changed: the status, the number of decided trials and of calls. The first one
     * says how things are. The stream ends after `RUNS.progress.streamMs`, for browsers to open the next.
     */
    watch: (runId: string): Readable => stream(() => findProgress(runId)),

    /** Returns the same events of the judging of a run; they end at once without one. */
    watchJudging: (runId: string): Readable => stream(() => findJudgingProgress(runId)),

    /** Ends all streams, for which a server that stops would wait. */
    stop: (): void => stopController.abort(),
  }
}
