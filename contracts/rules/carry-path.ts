import { isObject } from './is-object.ts'
import { pairItems } from './pair-items.ts'

/** Stands in a path for the index of an item that was removed, as `-` does for no item in JSON Pointer (RFC 6901). */
export const REMOVED_ITEM = '-'

/**
 * Returns where what a dotted path is about has gone in a newer document: list items are matched as differences match
 * them. If its item was removed, `-` takes the place of the index. A path that the older document doesn't have stays.
 */
export const carryPath = (path: string, before: unknown, after: unknown): string =>
  carryKeys(path.split('.'), before, after).join('.')

function carryKeys([key, ...rest]: readonly string[], before: unknown, after: unknown): string[] {
  if (key === undefined) return []
  if (Object.is(before, after)) return [key, ...rest]
  if (!Array.isArray(before) || !Array.isArray(after))
    return [key, ...carryKeys(rest, getField(before, key), getField(after, key))]
  const index = findIndex(before, key)
  if (index === undefined) return [key, ...rest]
  const [, to] = pairItems(before, after).pairs.find(([from]) => from === index) ?? []
  return to === undefined ? [REMOVED_ITEM, ...rest] : [String(to), ...carryKeys(rest, before[index], after[to])]
}

const getField = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined)

const findIndex = (list: readonly unknown[], key: string): number | undefined =>
  /^\d+$/.test(key) && Number(key) < list.length ? Number(key) : undefined

export const isRemoved = (path: string): boolean => path.split('.').includes(REMOVED_ITEM)

/** Returns the path of what still exists: of a removed item its list. */
export function getExistingPath(path: string): string {
  const keys = path.split('.')
  return isRemoved(path) ? keys.slice(0, keys.indexOf(REMOVED_ITEM)).join('.') : path
}
