import { isObject } from '../is-object.ts'

/**
 * Returns the items with unique keys. An item without a key, or with the key of a preceding item, gets the first free
 * one of prefix1, prefix2 … Values that aren't objects are returned unchanged.
 */
export function withKeys(items: readonly unknown[], prefix: string): unknown[] {
  const usedKeys = new Set<string>()
  const ownKeys = items.map((item) => {
    const key = isObject(item) && typeof item.key === 'string' ? item.key.trim() : ''
    if (key === '' || usedKeys.has(key)) return undefined
    usedKeys.add(key)
    return key
  })
  let next = 1
  return items.map((item, index) => {
    if (!isObject(item) || ownKeys[index] !== undefined) return item
    while (usedKeys.has(`${prefix}${next}`)) next++
    const key = `${prefix}${next++}`
    return { ...item, key }
  })
}

/** Returns groups with keys, whose criteria have keys that are unique across all groups: a criterion may be moved. */
export function withCriterionKeys(groups: readonly unknown[]): unknown[] {
  const keyed = withKeys(groups, 'group-')
  const criteria = withKeys(keyed.flatMap(listCriteria), 'criterion-')
  let start = 0
  return keyed.map((group) => {
    const count = listCriteria(group).length
    start += count
    return isObject(group) && count > 0 ? { ...group, criteria: criteria.slice(start - count, start) } : group
  })
}

const listCriteria = (group: unknown): readonly unknown[] =>
  isObject(group) && Array.isArray(group.criteria) ? group.criteria : []

/** Returns a function that creates keys which nothing else has: prefix1, prefix2 … */
export function createKeySource(prefix: string, usedKeys: readonly unknown[]): () => string {
  const used = new Set(usedKeys)
  let number = 0
  return () => {
    do number += 1
    while (used.has(`${prefix}${number}`))
    return `${prefix}${number}`
  }
}
