import { type Clock, systemClock } from '#server/platform/clock.ts'
import type { ChangeFeed } from '#server/platform/database/change-feed.ts'
import { repeat } from '#server/platform/repeat.ts'
import type { DeliveryResult } from './delivery.ts'
import { MAIL_TOPIC, OUTBOX_TOPIC } from './service.ts'

/** The polling interval for due mails; newly queued ones wake the worker immediately. */
const POLL_MS = 10_000
/** The back-off after the server couldn't be reached, unless the settings change. */
const BACKOFF_MS = 60_000
/** The time limit for mails in flight on shutdown; then they are aborted and rescheduled. */
const SHUTDOWN_MS = 4_000

export type MailWorker = { stop(): Promise<void> }

/** Starts the background worker that sends mails, one on every node. `sendMail` sends all that are due. */
export function startMailWorker({
  sendMail,
  changes,
  onFailure,
  clock = systemClock,
}: {
  sendMail: (until: { stop: AbortSignal; abort: AbortSignal }) => Promise<DeliveryResult>
  changes: Pick<ChangeFeed, 'subscribe'>
  onFailure: (error: unknown) => void
  clock?: Clock
}): MailWorker {
  const stopping = new AbortController()
  const aborting = new AbortController()
  let currentRun = Promise.resolve()
  let isWorking = false
  let isWakeRequested = false
  let backoffUntil = 0
  const until = { stop: stopping.signal, abort: aborting.signal }

  async function work(): Promise<void> {
    isWorking = true
    try {
      while (isWakeRequested && !stopping.signal.aborted) {
        isWakeRequested = false
        const remainingMs = backoffUntil - clock.now().getTime()
        // A longer remainder means that the clock was set back.
        if (remainingMs > 0 && remainingMs <= BACKOFF_MS) return
        if ((await sendMail(until)) === 'paused') backoffUntil = clock.now().getTime() + BACKOFF_MS
      }
    } catch (error) {
      onFailure(error)
    } finally {
      isWorking = false
    }
  }

  /** Runs one delivery at a time, and another one afterwards if it was woken meanwhile. */
  function wake(): Promise<void> {
    isWakeRequested = true
    if (!isWorking) currentRun = work()
    return currentRun
  }

  const polling = repeat(POLL_MS, wake, onFailure)
  const unsubscribe = changes.subscribe((names) => {
    if (names.includes(MAIL_TOPIC)) backoffUntil = 0
    if (names.includes(MAIL_TOPIC) || names.includes(OUTBOX_TOPIC)) wake()
  })
  wake()

  return {
    /** Stops the worker; resolves when mails in flight are sent or rescheduled. */
    async stop() {
      stopping.abort()
      polling.stop()
      unsubscribe()
      const abort = setTimeout(() => aborting.abort(), SHUTDOWN_MS)
      await currentRun
      clearTimeout(abort)
    },
  }
}
