/** Matches the items of two lists: by value, then by an identifying field, then by position. */

import { createValueNumbering, type ValueNumbering } from './value-numbering.ts'

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

export type Pair = [before: number, after: number]
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
  const pairing = createPairing(before, after)
  // Unchanged items are paired first, so that items of equal name aren't confused.
  pairByIdentity(pairing, getValueNumber)
  for (const key of IDENTITY_KEYS) pairByIdentity(pairing, (item) => getIdentityField(item, key))
  pairByPosition(pairing)
  const { pairs, unpairedBefore, unpairedAfter } = pairing
  return { pairs: pairs.sort(([a], [b]) => a - b), removed: [...unpairedBefore], added: [...unpairedAfter] }
}

/** The state between two steps of the pairing: the pairs so far, and the indexes of the items without a partner. */
type Pairing = ReturnType<typeof createPairing>

function createPairing(before: readonly unknown[], after: readonly unknown[]) {
  const pairs: Pair[] = []
  const unpairedBefore = new Set(before.keys())
  const unpairedAfter = new Set(after.keys())
  return {
    before,
    after,
    pairs,
    unpairedBefore,
    unpairedAfter,
    pair(from: number, to: number): void {
      pairs.push([from, to])
      unpairedBefore.delete(from)
      unpairedAfter.delete(to)
    },
  }
}

/**
 * Pairs each older item with the first newer item of the same identity, unless their ids differ. An item whose identity
 * is `undefined` isn't paired.
 */
function pairByIdentity(
  { before, after, unpairedBefore, unpairedAfter, pair }: Pairing,
  getIdentity: (item: unknown) => unknown,
): void {
  const isTaken = (to: number) => !unpairedAfter.has(to)
  const partnersByIdentity = new Map<unknown, PossiblePartners>()
  for (const to of unpairedAfter) {
    const identity = getIdentity(after[to])
    if (identity === undefined) continue
    const partners = partnersByIdentity.get(identity) ?? createPossiblePartners(isTaken)
    partnersByIdentity.set(identity, partners)
    partners.add(to, getId(after[to]))
  }
  for (const from of unpairedBefore) {
    const to = partnersByIdentity.get(getIdentity(before[from]))?.findFirst(getId(before[from]))
    if (to !== undefined) pair(from, to)
  }
}

/** Pairs the remaining items of equal position, unless their ids differ: their identifying fields have changed. */
function pairByPosition({ before, after, unpairedBefore, unpairedAfter, pair }: Pairing): void {
  for (const index of unpairedBefore)
    if (unpairedAfter.has(index) && !hasOtherId(before[index], after[index])) pair(index, index)
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

type PossiblePartners = ReturnType<typeof createPossiblePartners>

/**
 * Creates a collection of newer items with the same identity. Items with different ids are never paired: an item with
 * an id is paired with the first one that has the same id or none, an item without an id with the first of all.
 */
function createPossiblePartners(isTaken: (index: number) => boolean) {
  const all = createQueue(isTaken)
  const withoutId = createQueue(isTaken)
  const byId = new Map<unknown, ReturnType<typeof createQueue>>()

  function addById(id: unknown, index: number): void {
    const queue = byId.get(id) ?? createQueue(isTaken)
    byId.set(id, queue)
    queue.add(index)
  }

  return {
    add(index: number, id: unknown): void {
      all.add(index)
      if (id === undefined) withoutId.add(index)
      else addById(id, index)
    },
    findFirst(id: unknown): number | undefined {
      if (id === undefined) return all.findFirst()
      const [withSameId, withNoId] = [byId.get(id)?.findFirst(), withoutId.findFirst()]
      if (withSameId === undefined || withNoId === undefined) return withSameId ?? withNoId
      return Math.min(withSameId, withNoId)
    },
  }
}

/** Creates a queue of indexes that finds the first one not yet taken, and skips each taken one only once. */
function createQueue(isTaken: (index: number) => boolean) {
  const indexes: number[] = []
  let start = 0
  return {
    add: (index: number) => indexes.push(index),
    findFirst(): number | undefined {
      for (; start < indexes.length; start += 1) {
        const index = indexes[start]
        if (index !== undefined && !isTaken(index)) return index
      }
      return undefined
    },
  }
}
