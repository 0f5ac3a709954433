/**
 * Sums of product views and referrers over periods, each a day or a month. The sums of past periods are cached, since
 * they no longer change.
 */
import { DAY_MS, HOUR_MS } from '#contracts/durations.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { addCountsToSums, type NamedKind } from './visits/store.ts'

/** Visits that a node writes after their day was summed are included when the cached sums expire. */
const CACHE_MS = HOUR_MS
/** One cache entry per selectable range. Each contains a number for every viewed product or every referrer. */
const MAX_CACHED_RANGES = 4
/** The time after the start of a day when its counts are considered final. */
const FINAL_AFTER_MS = 2 * DAY_MS

type Sums = ReadonlyMap<string, number>
type CacheEntry = { sums: Sums; until: number }

export type VisitSums = ReturnType<typeof createVisitSums>

/** Creates the sums of visits by name, such as the views of each product. */
export function createVisitSums({ database, clock }: { database: Database; clock: Clock }) {
  const cacheByKind: Record<NamedKind, Map<string, CacheEntry>> = { product: new Map(), referrer: new Map() }

  /** Returns the sums of periods whose counts are final, from the cache if possible. */
  async function sumFinalPeriods(kind: NamedKind, periods: readonly string[]): Promise<Sums> {
    const cache = cacheByKind[kind]
    const key = periods.join()
    const now = clock.now().getTime()
    const cached = cache.get(key)
    if (cached && cached.until > now) return cached.sums
    const sums = new Map<string, number>()
    for (const period of periods) await addCountsToSums(database, kind, period, sums)
    cache.delete(key)
    const [oldest] = cache.keys()
    if (cache.size >= MAX_CACHED_RANGES && oldest !== undefined) cache.delete(oldest)
    cache.set(key, { sums, until: now + CACHE_MS })
    return sums
  }

  return {
    /** Returns the sum of each name over periods, each a day or a month. */
    async sum(kind: NamedKind, periods: readonly string[]): Promise<Sums> {
      const firstProvisionalDay = toDay(new Date(clock.now().getTime() - FINAL_AFTER_MS))
      const isFinal = (period: string) => period < firstProvisionalDay.slice(0, period.length)
      const finalPeriods = periods.filter(isFinal)
      const sums = new Map(finalPeriods.length === 0 ? [] : await sumFinalPeriods(kind, finalPeriods))
      for (const period of periods) if (!isFinal(period)) await addCountsToSums(database, kind, period, sums)
      return sums
    },
  }
}
