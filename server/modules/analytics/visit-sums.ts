/**
 * Sums of product views and referrers over periods. The sums of past days and months no longer change and are cached.
 */
import { DAY_MS, HOUR_MS } from '#contracts/durations.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { incrementNamedCounts, type NamedKind } from './visits/store.ts'

/** A node may write visits of a past period late; they are included after this time. */
const CACHE_MS = HOUR_MS
/** One cache entry per selectable range. Each contains a number for every viewed product or every referrer. */
const MAX_CACHED_RANGES = 4
/** The time after the start of a day from which its counts no longer change. */
const FINAL_AFTER_MS = 2 * DAY_MS

type Sums = ReadonlyMap<string, number>
type CachedSums = { sums: Sums; until: number }

export type VisitSums = ReturnType<typeof createVisitSums>

/** Creates the sums of visits by name, such as the views of each product. */
export function createVisitSums({ database, clock }: { database: Database; clock: Clock }) {
  const ranges: Record<NamedKind, Map<string, CachedSums>> = { product: new Map(), referrer: new Map() }

  async function sumFinalPeriods(kind: NamedKind, periods: readonly string[]): Promise<Sums> {
    const rangesOfKind = ranges[kind]
    const key = periods.join()
    const now = clock.now().getTime()
    const cached = rangesOfKind.get(key)
    if (cached && cached.until > now) return cached.sums
    const sums = new Map<string, number>()
    for (const period of periods) await incrementNamedCounts(database, kind, period, sums)
    rangesOfKind.delete(key)
    const [oldest] = rangesOfKind.keys()
    if (rangesOfKind.size >= MAX_CACHED_RANGES && oldest !== undefined) rangesOfKind.delete(oldest)
    rangesOfKind.set(key, { sums, until: now + CACHE_MS })
    return sums
  }

  return {
    /** Returns the sum of each name over periods, each a day or a month. */
    async sum(kind: NamedKind, periods: readonly string[]): Promise<Sums> {
      const firstProvisionalDay = toDay(new Date(clock.now().getTime() - FINAL_AFTER_MS))
      const isFinal = (period: string) => period < firstProvisionalDay.slice(0, period.length)
      const finalPeriods = periods.filter(isFinal)
      const sums = new Map(finalPeriods.length === 0 ? [] : await sumFinalPeriods(kind, finalPeriods))
      for (const period of periods) if (!isFinal(period)) await incrementNamedCounts(database, kind, period, sums)
      return sums
    },
  }
}
