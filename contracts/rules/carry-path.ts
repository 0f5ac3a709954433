import { isObject } from './is-object.ts'
import { pairItems } from './pair-items.ts'
import { createValueNumbering } from './value-numbering.ts'

/** Stands in a path for the index of an item that was removed, as `-` does for no item in JSON Pointer (RFC 6901). */
export const REMOVED_ITEM = '-'

/**
 * Returns a function that returns where what a dotted path is about has gone in a newer document: list items are matched as
 * differences match them, each list once for all paths. If its item was removed, `-` takes the place of the index. A path
 * that the older document doesn't have stays.
 */
export function createPathCarrier(before: unknown, after: unknown): (path: string) => string {
  const getValueNumber = createValueNumbering()
  const partnersByList = new Map<string, ReadonlyMap<number, number>>()

  function findPartners(list: string, from: readonly unknown[], to: readonly unknown[]): ReadonlyMap<number, number> {
    const partners = partnersByList.get(list) ?? new Map(pairItems(from, to, getValueNumber).pairs)
    partnersByList.set(list, partners)
    return partners
  }

  function carryKeys(keys: readonly string[], depth: number, from: unknown, to: unknown): string[] {
    const [key, ...rest] = keys.slice(depth)
    if (key === undefined) return []
    if (Object.is(from, to)) return [key, ...rest]
    if (!Array.isArray(from) || !Array.isArray(to))
      return [key, ...carryKeys(keys, depth + 1, getField(from, key), getField(to, key))]
    const index = findIndex(from, key)
    if (index === undefined) return [key, ...rest]
    const partner = findPartners(keys.slice(0, depth).join('.'), from, to).get(index)
    if (partner === undefined) return [REMOVED_ITEM, ...rest]
    return [String(partner), ...carryKeys(keys, depth + 1, from[index], to[partner])]
  }

  return (path) => carryKeys(path.split('.'), 0, before, after).join('.')
}

/** Returns where what a single path is about has gone. */
export const carryPath = (path: string, before: unknown, after: unknown): string =>
  createPathCarrier(before, after)(path)

const getField = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined)

const findIndex = (list: readonly unknown[], key: string): number | undefined =>
  /^\d+$/.test(key) && Number(key) < list.length ? Number(key) : undefined

export const isRemoved = (path: string): boolean => path.split('.').includes(REMOVED_ITEM)

/** Returns the path of what still exists: of a removed item its list. */
export function getExistingPath(path: string): string {
  const keys = path.split('.')
  return isRemoved(path) ? keys.slice(0, keys.indexOf(REMOVED_ITEM)).join('.') : path
}
