/** Tracks a database outage in memory, since nothing can be stored during it. */
import { createHash } from 'node:crypto'
import { ALARMS } from '#contracts/alarms/alarm-table.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import type { AlarmSettings } from '#contracts/settings/settings.ts'
import type { Clock } from '#server/platform/clock.ts'

/** The settings when they were last read. */
type CachedSettings = { config: AlarmSettings; siteName: string }
export type Outage = CachedSettings & { id: string; since: Date }

/** Returns the id of an outage by its start, which is the same for all its events. */
export const getOutageId = (since: Date): string =>
  createHash('sha256').update(since.toISOString()).digest('hex').slice(0, 32)

export const describeOutage = (since: Date): string =>
  `数据库自${formatMinuteInShanghai(since)}（北京时间）起无法访问。`

/** Creates the tracker of database outages. */
export function createOutageTracker(clock: Clock) {
  let cachedSettings: CachedSettings | undefined
  let unavailableSince: Date | undefined
  let isLongEnough = false
  let isReported = false
  let endedAt = Number.NEGATIVE_INFINITY

  return {
    /** Caches the settings, which can't be read during an outage. */
    cacheSettings(settings: CachedSettings): void {
      cachedSettings = settings
    },

    /**
     * Records that the database is unavailable. Returns the outage once it has lasted long enough to report it, until
     * `markReported`.
     */
    recordUnavailable(): Outage | undefined {
      const now = clock.now()
      unavailableSince ??= now
      isLongEnough = now.getTime() - unavailableSince.getTime() >= ALARMS.databaseUnavailable.threshold
      if (!isLongEnough || isReported || !cachedSettings) return undefined
      return { ...cachedSettings, id: getOutageId(unavailableSince), since: unavailableSince }
    },

    /** Records that the outage was reported. */
    markReported(): void {
      isReported = true
    },

    /** Returns the start of the outage, if it has lasted long enough to report it. */
    getStart: (): Date | undefined => (isLongEnough ? unavailableSince : undefined),

    /** Records that the database is available. */
    recordAvailable(): void {
      if (unavailableSince) endedAt = clock.now().getTime()
      unavailableSince = undefined
      isLongEnough = false
      isReported = false
    },

    /** Returns whether an outage ended less than `withinMs` ago. */
    hasEndedWithin(withinMs: number): boolean {
      const elapsedMs = clock.now().getTime() - endedAt
      // It is negative if the clock was set back.
      return elapsedMs >= 0 && elapsedMs < withinMs
    },
  }
}
