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
  if (Array.isArray(before)) return Math.max(0, before.length - (Array.isArray(after) ? after.length : 0))
  if (isObject(before)) {
    const rest = isObject(after) ? after : {}
    return Object.entries(before).reduce((sum, [key, value]) => sum + countRemoved(value, rest[key]), 0)
  }
  return isText(before) && !isText(after) ? 1 : 0
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''
