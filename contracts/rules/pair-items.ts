/** Matches the items of two lists: by identity, then by value, then by position. */

/** Fields that identify an item in a document, the most reliable first. */
const IDENTITY_KEYS = [
  'id',
  '_id',
  'name',
  'title',
  'label',
  'text',
  'author',
  'user',
  'company',
  'productName',
  'path',
] as const

type Pair = [before: number, after: number]
export type Pairs = { pairs: Pair[]; removed: number[]; added: number[] }

const getField = (item: unknown, key: string): unknown =>
  typeof item === 'object' && item !== null && !Array.isArray(item) ? Reflect.get(item, key) : undefined
const isName = (value: unknown) => (typeof value === 'string' && value !== '') || typeof value === 'number'

/**
 * Pairs the items of two lists by index. Returns the pairs in the older list's order, the removed and the added items.
 */
export function pairItems(before: readonly unknown[], after: readonly unknown[]): Pairs {
  const unpairedBefore = new Set(before.keys())
  const unpairedAfter = new Set(after.keys())
  const pairs: Pair[] = []
  const pair = (from: number, to: number) => {
    pairs.push([from, to])
    unpairedBefore.delete(from)
    unpairedAfter.delete(to)
  }
  const isOtherThing = (from: number, to: number) => {
    const ids = [getField(before[from], 'id'), getField(after[to], 'id')]
    return ids.every(isName) && ids[0] !== ids[1]
  }
  const pairBy = (getIdentity: (item: unknown) => unknown) => {
    const places = new Map<unknown, number[]>()
    for (const to of unpairedAfter) {
      const name = getIdentity(after[to])
      if (name !== undefined) places.set(name, [...(places.get(name) ?? []), to])
    }
    for (const from of [...unpairedBefore]) {
      const candidates = places.get(getIdentity(before[from])) ?? []
      const index = candidates.findIndex((to) => !isOtherThing(from, to))
      if (index !== -1) for (const to of candidates.splice(index, 1)) pair(from, to)
    }
  }
  // What did not change at all comes first, so that one of two namesakes is not taken for the other.
  pairBy((item) => JSON.stringify(item))
  for (const key of IDENTITY_KEYS)
    pairBy((item) => {
      const name = getField(item, key)
      return isName(name) ? name : undefined
    })
  for (const index of [...unpairedBefore])
    if (unpairedAfter.has(index) && !isOtherThing(index, index)) pair(index, index)
  return { pairs: pairs.sort(([a], [b]) => a - b), removed: [...unpairedBefore], added: [...unpairedAfter] }
}

/**
 * Returns the indexes (in the older list) of items that keep their relative order: the longest increasing subsequence
 * in the newer list. All others have moved.
 */
export function findUnmoved(pairs: readonly Pair[]): Set<number> {
  const ends: number[] = []
  const previous: number[] = []
  for (const [index, [, to]] of pairs.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < to) low = middle + 1
      else high = middle
    }
    previous[index] = low > 0 ? (ends[low - 1] ?? -1) : -1
    ends[low] = index
  }
  const staying = new Set<number>()
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) staying.add(pairs[index]?.[0] ?? 0)
  return staying
}
