/** Matches the items of two lists: by value, then by an identifying field, then by position. */

import { itemAt } from './item-at.ts'

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

/**
 * Pairs the items of two lists by index, in near-linear time. Returns the pairs in the older list's order, and the
 * removed and added items. For nested lists, pass the same `getValueNumber`.
 */
export function pairItems(
  before: readonly unknown[],
  after: readonly unknown[],
  getValueNumber: ValueNumbering = createValueNumbering(),
): Pairs {
  const unpairedBefore = new Set(before.keys())
  const unpairedAfter = new Set(after.keys())
  const pairs: Pair[] = []
  const pair = (from: number, to: number) => {
    pairs.push([from, to])
    unpairedBefore.delete(from)
    unpairedAfter.delete(to)
  }
  const isTaken = (to: number) => !unpairedAfter.has(to)
  const pairBy = (getIdentity: (item: unknown) => unknown) => {
    const candidates = new Map<unknown, ReturnType<typeof createCandidates>>()
    for (const to of unpairedAfter) {
      const identity = getIdentity(after[to])
      if (identity === undefined) continue
      const sameIdentity = candidates.get(identity) ?? createCandidates(isTaken)
      candidates.set(identity, sameIdentity)
      sameIdentity.add(to, getId(after[to]))
    }
    for (const from of unpairedBefore) {
      const to = candidates.get(getIdentity(before[from]))?.peek(getId(before[from]))
      if (to !== undefined) pair(from, to)
    }
  }
  // Unchanged items are paired first, so that items of equal name aren't confused.
  pairBy(getValueNumber)
  for (const key of IDENTITY_KEYS) pairBy((item) => getIdentityField(item, key))
  for (const index of unpairedBefore)
    if (unpairedAfter.has(index) && !hasOtherId(before[index], after[index])) pair(index, index)
  return { pairs: pairs.sort(([a], [b]) => a - b), removed: [...unpairedBefore], added: [...unpairedAfter] }
}

const getField = (item: unknown, key: string): unknown =>
  typeof item === 'object' && item !== null && !Array.isArray(item) ? Reflect.get(item, key) : undefined
const isIdentity = (value: unknown) => (typeof value === 'string' && value !== '') || typeof value === 'number'

/** Returns an identifying field of an item; `undefined` unless it is a number or a text that isn't empty. */
function getIdentityField(item: unknown, key: string): unknown {
  const value = getField(item, key)
  return isIdentity(value) ? value : undefined
}

const getId = (item: unknown): unknown => getIdentityField(item, 'id')

function hasOtherId(before: unknown, after: unknown): boolean {
  const [idBefore, idAfter] = [getId(before), getId(after)]
  return idBefore !== undefined && idAfter !== undefined && idBefore !== idAfter
}

/** Creates a queue of indexes that returns the first one not yet taken, and skips each taken one only once. */
function createQueue(isTaken: (index: number) => boolean) {
  const indexes: number[] = []
  let start = 0
  return {
    add: (index: number) => indexes.push(index),
    peek(): number | undefined {
      for (; start < indexes.length; start += 1) {
        const index = indexes[start]
        if (index !== undefined && !isTaken(index)) return index
      }
      return undefined
    },
  }
}

/** Creates queues by id, each on first use. */
function createQueuesById(isTaken: (index: number) => boolean) {
  const queues = new Map<unknown, ReturnType<typeof createQueue>>()
  return {
    add(id: unknown, index: number): void {
      const queue = queues.get(id) ?? createQueue(isTaken)
      queues.set(id, queue)
      queue.add(index)
    },
    peek: (id: unknown): number | undefined => queues.get(id)?.peek(),
  }
}

/**
 * Creates a collection of newer items with the same identity. Items with different ids are never paired: an item with
 * an id is paired with the first one that has the same id or none, an item without an id with the first of all.
 */
function createCandidates(isTaken: (index: number) => boolean) {
  const all = createQueue(isTaken)
  const withoutId = createQueue(isTaken)
  const byId = createQueuesById(isTaken)
  return {
    add(index: number, id: unknown): void {
      all.add(index)
      if (id === undefined) withoutId.add(index)
      else byId.add(id, index)
    },
    peek(id: unknown): number | undefined {
      if (id === undefined) return all.peek()
      const [same, none] = [byId.peek(id), withoutId.peek()]
      return same === undefined || none === undefined ? (same ?? none) : Math.min(same, none)
    },
  }
}

/** Returns the number of a value: equal values have equal numbers. */
export type ValueNumbering = (value: unknown) => number

/**
 * Creates a numbering in which deeply equal values (with their keys in the same order) have the same number, so that
 * comparing them takes constant time. Each object is visited only once.
 */
export function createValueNumbering(): ValueNumbering {
  const numbers = new Map<string, number>()
  const numberByObject = new WeakMap<object, number>()
  const addText = (text: string): number => {
    const number = numbers.get(text) ?? numbers.size
    numbers.set(text, number)
    return number
  }
  const getValueNumber = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return addText(JSON.stringify(value) ?? '')
    const cached = numberByObject.get(value)
    if (cached !== undefined) return cached
    const text = Array.isArray(value)
      ? `[${value.map(getValueNumber).join()}]`
      : `{${Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}:${getValueNumber(inner)}`)}}`
    const number = addText(text)
    numberByObject.set(value, number)
    return number
  }
  return getValueNumber
}

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
