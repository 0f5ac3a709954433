import { type Clock, systemClock } from '#server/platform/clock.ts'
import type { ChangeFeed } from '#server/platform/database/change-feed.ts'
import { repeat } from '#server/platform/repeat.ts'
import type { DeliveryResult } from './delivery.ts'
import { MAIL_NAME, OUTBOX_NAME } from './service.ts'

/** How often it looks for what has become due; what is queued wakes it at once. */
const POLL_MS = 10_000
/** A server that could not be spoken to is left alone for so long, if nobody changes the settings. */
const BACKOFF_MS = 60_000
/** On its end, what is being sent may take so long; then it is broken off, and waits again. */
const SHUTDOWN_MS = 4_000

export type MailWorker = { end(): Promise<void> }

/** Sends mails beside the requests, on every node; no visitor waits for it. `deliver` sends all that is due. */
export function startMailWorker({
  sendMail,
  changes,
  failed,
  clock = systemClock,
}: {
  sendMail: (until: { stop: AbortSignal; abort: AbortSignal }) => Promise<DeliveryResult>
  changes: Pick<ChangeFeed, 'subscribe'>
  failed: (error: unknown) => void
  clock?: Clock
}): MailWorker {
  const stopping = new AbortController()
  const aborting = new AbortController()
  let currentRun = Promise.resolve()
  let isWorking = false
  let isWakeRequested = false
  let restsUntil = 0
  const until = { stop: stopping.signal, abort: aborting.signal }

  async function work(): Promise<void> {
    isWorking = true
    try {
      while (isWakeRequested && !stopping.signal.aborted) {
        isWakeRequested = false
        if (clock.now().getTime() < restsUntil) return
        if ((await sendMail(until)) === 'paused') restsUntil = clock.now().getTime() + BACKOFF_MS
      }
    } catch (error) {
      failed(error)
    } finally {
      isWorking = false
    }
  }

  /** Never twice at a time; what comes meanwhile is looked at once more after it. */
  function wake(): Promise<void> {
    isWakeRequested = true
    if (!isWorking) currentRun = work()
    return currentRun
  }

  const polling = repeat(POLL_MS, wake, failed)
  const unsubscribe = changes.subscribe((names) => {
    if (names.includes(MAIL_NAME)) restsUntil = 0
    if (names.includes(MAIL_NAME) || names.includes(OUTBOX_NAME)) wake()
  })
  wake()

  return {
    /** Takes no other mail; gives when what is being sent is sent, or waits again. */
    async end() {
      stopping.abort()
      polling.stop()
      unsubscribe()
      const abort = setTimeout(() => aborting.abort(), SHUTDOWN_MS)
      await currentRun
      clearTimeout(abort)
    },
  }
}
