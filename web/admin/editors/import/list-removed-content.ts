import { isObject, type JsonObject } from '#contracts/rules/is-object.ts'

/** A section of a document, and the number of its texts and list items that an import would remove. */
export type RemovedContent = { section: string; count: number }

/** Lists the sections of `before` whose texts or list items are missing in `after`. */
export const listRemovedContent = (before: JsonObject, after: JsonObject): RemovedContent[] =>
  Object.entries(before).flatMap(([section, value]) => {
    const count = countRemoved(value, after[section])
    return count > 0 ? [{ section, count }] : []
  })

function countRemoved(before: unknown, after: unknown): number {
  if (Array.isArray(before)) return countRemovedItems(before, Array.isArray(after) ? after : [])
  if (isObject(before)) {
    const rest = isObject(after) ? after : {}
    return Object.entries(before).reduce((sum, [key, value]) => sum + countRemoved(value, rest[key]), 0)
  }
  return isText(before) && !isText(after) ? 1 : 0
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

/** Counts missing list items: by number, and those with an id, such as products, by whether they are in the list. */
function countRemovedItems(before: readonly unknown[], after: readonly unknown[]): number {
  const removed = before.filter((item) => hasId(item) && !after.some((other) => isSameItem(item, other)))
  return Math.max(0, before.length - after.length, removed.length)
}

const hasId = (item: unknown): item is JsonObject => isObject(item) && typeof item.id === 'string' && item.id !== ''

/** Returns whether the server would take two items for the same one: by id or by name. */
const isSameItem = (item: JsonObject, other: unknown): boolean =>
  isObject(other) && (other.id === item.id || (other.name !== undefined && other.name === item.name))
