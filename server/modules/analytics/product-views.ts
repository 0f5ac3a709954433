/** How often products were viewed over periods: the sums of days and months that are over change no more, and are kept. */
import { toDay } from '#contracts/rules/shanghai-time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { addProductViews } from './visits/store.ts'

/** Visits that a node couldn't write may still come in for a period that is over: they are seen after this time. */
const KEPT_MS = 3_600_000
/** As many ranges as there are to choose; each holds a number for every product that was viewed. */
const KEPT_RANGES = 4
/** The day before yesterday is over on every node. */
const SETTLED_MS = 2 * 24 * 3_600_000

type KeptSums = { sums: ReadonlyMap<string, number>; until: number }

export type ProductViews = ReturnType<typeof createProductViews>

export function createProductViews({ database, clock }: { database: Database; clock: Clock }) {
  const ranges = new Map<string, KeptSums>()

  async function sumSettled(periods: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const key = periods.join()
    const now = clock.now().getTime()
    const stored = ranges.get(key)
    if (stored && stored.until > now) return stored.sums
    const sums = new Map<string, number>()
    for (const period of periods) await addProductViews(database, period, sums)
    ranges.delete(key)
    const [oldest] = ranges.keys()
    if (ranges.size >= KEPT_RANGES && oldest !== undefined) ranges.delete(oldest)
    ranges.set(key, { sums, until: now + KEPT_MS })
    return sums
  }

  return {
    /** Returns the views of each product over periods, each a day or a month. */
    async sum(periods: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const today = toDay(new Date(clock.now().getTime() - SETTLED_MS))
      const isSettled = (period: string) => period < today.slice(0, period.length)
      const settled = periods.filter(isSettled)
      const sums = new Map(settled.length === 0 ? [] : await sumSettled(settled))
      for (const period of periods) if (!isSettled(period)) await addProductViews(database, period, sums)
      return sums
    },
  }
}
