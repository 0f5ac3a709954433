/** Buffers comparisons of products, so that a burst of them is written in one transaction. */
import { increment } from './visit-buffer.ts'

/** How often each product was compared, by day. */
export type Comparisons = ReadonlyMap<string, Map<string, number>>

/** The maximum number of buffered products. Forged ids are buffered, too, until it turns out that they don't exist. */
const MAX_PRODUCTS = 10_000

/** Creates an empty buffer. */
export function createComparisonBuffer() {
  let days = new Map<string, Map<string, number>>()

  function addCount(day: string, id: string, count: number): void {
    const counts = days.get(day) ?? new Map<string, number>()
    if (!counts.has(id) && counts.size >= MAX_PRODUCTS) return
    days.set(day, counts)
    increment(counts, id, count)
  }

  return {
    /** Counts a comparison once for each of its products. */
    add(day: string, ids: ReadonlySet<string>): void {
      for (const id of ids) addCount(day, id, 1)
    },

    /** Returns the buffered comparisons, and empties the buffer. */
    drain(): Comparisons {
      const drained = days
      days = new Map()
      return drained
    },

    /** Adds comparisons back that couldn't be stored. */
    requeue(comparisons: Comparisons): void {
      for (const [day, counts] of comparisons) for (const [id, count] of counts) addCount(day, id, count)
    },
  }
}
