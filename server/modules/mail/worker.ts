import { type Clock, systemClock } from '#server/platform/clock.ts'
import type { ChangeFeed } from '#server/platform/database/change-feed.ts'
import { type Engine, startEngine } from '#server/platform/engine.ts'
import type { DeliveryResult } from './delivery.ts'
import { MAIL_TOPIC, OUTBOX_TOPIC } from './service.ts'

/** The polling interval for due mails; newly queued ones wake the worker immediately. */
const POLL_MS = 10_000
/** The back-off after the server couldn't be reached, unless the settings change. */
const BACKOFF_MS = 60_000
/** The time limit for mails in flight on shutdown; then they are aborted and rescheduled. */
const SHUTDOWN_TIMEOUT_MS = 4_000

/** Starts this node's background worker, which sends due mails. */
export function startMailWorker({
  sendDueMails,
  changes,
  onFailure,
  clock = systemClock,
}: {
  sendDueMails: (signals: { stop: AbortSignal; abort: AbortSignal }) => Promise<DeliveryResult>
  changes: Pick<ChangeFeed, 'subscribe'>
  onFailure: (error: unknown) => void
  clock?: Clock
}): Pick<Engine, 'stop'> {
  const stopController = new AbortController()
  const abortController = new AbortController()
  let currentRun = Promise.resolve()
  let isRunning = false
  let isWakeRequested = false
  let backoffUntil = 0
  const signals = { stop: stopController.signal, abort: abortController.signal }

  async function runWhileRequested(): Promise<void> {
    isRunning = true
    try {
      while (isWakeRequested && !stopController.signal.aborted) {
        isWakeRequested = false
        const remainingMs = backoffUntil - clock.now().getTime()
        // A longer remaining time means that the clock was set back.
        if (remainingMs > 0 && remainingMs <= BACKOFF_MS) return
        if ((await sendDueMails(signals)) === 'paused') backoffUntil = clock.now().getTime() + BACKOFF_MS
      }
    } catch (error) {
      onFailure(error)
    } finally {
      isRunning = false
    }
  }

  /** Starts a delivery run, or another one after the current run. */
  function wake(): Promise<void> {
    isWakeRequested = true
    if (!isRunning) currentRun = runWhileRequested()
    return currentRun
  }

  const engine: Engine = {
    work(changed) {
      if (changed.includes(MAIL_TOPIC)) backoffUntil = 0
      return wake()
    },

    /** Resolves when mails in flight are sent or rescheduled. */
    async stop() {
      stopController.abort()
      const abortTimer = setTimeout(() => abortController.abort(), SHUTDOWN_TIMEOUT_MS)
      await currentRun
      clearTimeout(abortTimer)
    },
  }
  void wake()
  return startEngine(engine, [MAIL_TOPIC, OUTBOX_TOPIC], { changes, everyMs: POLL_MS, onFailure })
}
