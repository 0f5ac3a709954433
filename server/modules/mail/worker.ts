import { type Clock, systemClock } from '#server/platform/clock.ts'
import type { ChangeFeed } from '#server/platform/database/change-feed.ts'
import { repeat } from '#server/platform/repeating.ts'
import type { Round } from './delivery.ts'
import { MAIL_NAME, OUTBOX_NAME } from './service.ts'

/** How often it looks for what has become due; what is queued wakes it at once. */
const LOOK_MS = 10_000
/** A server that could not be spoken to is left alone for so long, if nobody changes the settings. */
const REST_MS = 60_000
/** On its end, what is being sent may take so long; then it is broken off, and waits again. */
const END_MS = 4_000

export type MailWorker = { end(): Promise<void> }

/** Sends mails beside the requests, on every node; no visitor waits for it. `deliver` sends all that is due. */
export function startMailWorker({
  deliver,
  changes,
  failed,
  clock = systemClock,
}: {
  deliver: (until: { stop: AbortSignal; breakOff: AbortSignal }) => Promise<Round>
  changes: Pick<ChangeFeed, 'subscribe'>
  failed: (error: unknown) => void
  clock?: Clock
}): MailWorker {
  const stopping = new AbortController()
  const breakingOff = new AbortController()
  let round = Promise.resolve()
  let isWorking = false
  let isWoken = false
  let restsUntil = 0
  const until = { stop: stopping.signal, breakOff: breakingOff.signal }

  async function work(): Promise<void> {
    isWorking = true
    try {
      while (isWoken && !stopping.signal.aborted) {
        isWoken = false
        if (clock.now().getTime() < restsUntil) return
        if ((await deliver(until)) === 'paused') restsUntil = clock.now().getTime() + REST_MS
      }
    } catch (error) {
      failed(error)
    } finally {
      isWorking = false
    }
  }

  /** Never twice at a time; what comes meanwhile is looked at once more after it. */
  function wake(): Promise<void> {
    isWoken = true
    if (!isWorking) round = work()
    return round
  }

  const looking = repeat(LOOK_MS, wake, failed)
  const unsubscribe = changes.subscribe((names) => {
    if (names.includes(MAIL_NAME)) restsUntil = 0
    if (names.includes(MAIL_NAME) || names.includes(OUTBOX_NAME)) wake()
  })
  wake()

  return {
    /** Takes no other mail; gives when what is being sent is sent, or waits again. */
    async end() {
      stopping.abort()
      looking.stop()
      unsubscribe()
      const breakOff = setTimeout(() => breakingOff.abort(), END_MS)
      await round
      clearTimeout(breakOff)
    },
  }
}
