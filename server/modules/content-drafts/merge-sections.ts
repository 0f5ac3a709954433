import type { JsonObject } from '#contracts/rules/is-object.ts'
import { diff } from '#contracts/rules/json-diff.ts'

type Versions = {
  /** The revision that the draft started from. */
  base: JsonObject
  draft: JsonObject
  published: JsonObject
}

/**
 * Applies the sections that a draft changed to what has been published meanwhile. Returns `undefined` if both changed the
 * same section differently.
 */
export function mergeSections({ base, draft, published }: Versions): JsonObject | undefined {
  const isSame = (a: JsonObject, b: JsonObject, name: string) => diff(a[name], b[name]).length === 0
  const names = [...new Set([...Object.keys(base), ...Object.keys(draft), ...Object.keys(published)])]
  const changed = names.filter((name) => !isSame(base, draft, name))
  const isConflicting = (name: string) => !isSame(base, published, name) && !isSame(draft, published, name)
  if (changed.some(isConflicting)) return undefined
  const kept = Object.entries(published).filter(([name]) => !changed.includes(name))
  const own = Object.entries(draft).filter(([name]) => changed.includes(name))
  return Object.fromEntries([...kept, ...own])
}
