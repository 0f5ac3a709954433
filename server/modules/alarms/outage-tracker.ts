/** Tracks a database outage in memory, since nothing can be stored during it. */
import { createHash } from 'node:crypto'
import { ALARMS } from '#contracts/alarms/alarm-table.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import type { Receiver } from '#server/modules/outbox/service.ts'
import type { Clock } from '#server/platform/clock.ts'

/** Who is told of an outage, when this was last read. */
type CachedReceivers = { receivers: readonly Receiver[]; siteName: string }
export type Outage = CachedReceivers & { id: string; since: Date }

/** Returns the id of an outage by its start, which is the same for all its events. */
export const getOutageId = (since: Date): string =>
  createHash('sha256').update(since.toISOString()).digest('hex').slice(0, 32)

export const describeOutage = (since: Date): string =>
  `数据库自${formatMinuteInShanghai(since)}（北京时间）起无法访问。`

/** Creates the tracker of database outages. */
export function createOutageTracker(clock: Clock) {
  let cached: CachedReceivers | undefined
  let unavailableSince: Date | undefined
  let isLongEnough = false
  let remaining: readonly Receiver[] | undefined
  let endedAt = Number.NEGATIVE_INFINITY

  return {
    /** Caches the receivers, which can't be read during an outage. */
    cacheReceivers(receivers: CachedReceivers): void {
      cached = receivers
    },

    /**
     * Records that the database is unavailable. Returns the outage once it has lasted long enough to report it, with the
     * receivers that haven't been told of it.
     */
    recordUnavailable(): Outage | undefined {
      const now = clock.now()
      unavailableSince ??= now
      isLongEnough = now.getTime() - unavailableSince.getTime() >= ALARMS.databaseUnavailable.threshold
      if (!isLongEnough || !cached) return undefined
      const receivers = remaining ?? cached.receivers
      if (receivers.length === 0) return undefined
      return { ...cached, receivers, id: getOutageId(unavailableSince), since: unavailableSince }
    },

    /** Records that the outage was reported to all receivers but some. */
    markReported(missed: readonly Receiver[]): void {
      remaining = missed
    },

    /** Returns the start of the outage, if it has lasted long enough to report it. */
    getStart: (): Date | undefined => (isLongEnough ? unavailableSince : undefined),

    /** Records that the database is available. */
    recordAvailable(): void {
      if (unavailableSince) endedAt = clock.now().getTime()
      unavailableSince = undefined
      isLongEnough = false
      remaining = undefined
    },

    /** Returns whether an outage ended less than `withinMs` ago. */
    hasEndedWithin(withinMs: number): boolean {
      const elapsedMs = clock.now().getTime() - endedAt
      // It is negative if the clock was set back.
      return elapsedMs >= 0 && elapsedMs < withinMs
    },
  }
}
