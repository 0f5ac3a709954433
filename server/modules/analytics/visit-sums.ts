/**
 * How often products were viewed, and other sites led here, over periods: the sums of days and months that are over
 * change no more, and are kept.
 */
import { DAY_MS, HOUR_MS } from '#contracts/durations.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { addNamedCounts, type NamedKind } from './visits/store.ts'

/** Visits that a node couldn't write may still come in for a period that is over: they are seen after this time. */
const KEPT_MS = HOUR_MS
/** As many ranges as there are to choose; each holds a number for every product that was viewed, or every site. */
const KEPT_RANGES = 4
/** The day before yesterday is over on every node. */
const SETTLED_MS = 2 * DAY_MS

type Sums = ReadonlyMap<string, number>
type KeptSums = { sums: Sums; until: number }

export type VisitSums = ReturnType<typeof createVisitSums>

export function createVisitSums({ database, clock }: { database: Database; clock: Clock }) {
  const ranges: Record<NamedKind, Map<string, KeptSums>> = { product: new Map(), referrer: new Map() }

  async function sumSettled(kind: NamedKind, periods: readonly string[]): Promise<Sums> {
    const rangesOfKind = ranges[kind]
    const key = periods.join()
    const now = clock.now().getTime()
    const stored = rangesOfKind.get(key)
    if (stored && stored.until > now) return stored.sums
    const sums = new Map<string, number>()
    for (const period of periods) await addNamedCounts(database, kind, period, sums)
    rangesOfKind.delete(key)
    const [oldest] = rangesOfKind.keys()
    if (rangesOfKind.size >= KEPT_RANGES && oldest !== undefined) rangesOfKind.delete(oldest)
    rangesOfKind.set(key, { sums, until: now + KEPT_MS })
    return sums
  }

  return {
    /** Returns the sum of each name over periods, each a day or a month. */
    async sum(kind: NamedKind, periods: readonly string[]): Promise<Sums> {
      const today = toDay(new Date(clock.now().getTime() - SETTLED_MS))
      const isSettled = (period: string) => period < today.slice(0, period.length)
      const settled = periods.filter(isSettled)
      const sums = new Map(settled.length === 0 ? [] : await sumSettled(kind, settled))
      for (const period of periods) if (!isSettled(period)) await addNamedCounts(database, kind, period, sums)
      return sums
    },
  }
}
