import { itemAt } from './item-at.ts'
import type { Pair } from './pair-items.ts'

/**
 * Returns the indexes (in the older list) of items that keep their relative order: the longest increasing subsequence
 * in the newer list. All others have moved.
 */
export function listUnmovedIndexes(pairs: readonly Pair[]): Set<number> {
  /** For each length, the end of the subsequence of that length whose end has the lowest position in the newer list. */
  const ends: SubsequenceEnd[] = []
  for (const [from, to] of pairs) {
    const length = countEndsBefore(ends, to)
    ends[length] = { from, to, previous: ends[length - 1] }
  }
  const unmovedIndexes = new Set<number>()
  for (let end = ends.at(-1); end; end = end.previous) unmovedIndexes.add(end.from)
  return unmovedIndexes
}

/** A pair, and the one before it in its subsequence. */
type SubsequenceEnd = { from: number; to: number; previous: SubsequenceEnd | undefined }

/** Returns how many ends, which are in ascending order, have a position below `to`. */
function countEndsBefore(ends: readonly SubsequenceEnd[], to: number): number {
  let low = 0
  let high = ends.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (itemAt(ends, middle).to < to) low = middle + 1
    else high = middle
  }
  return low
}
