import { RECORD_SECTIONS } from '#contracts/documents/documents.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { type Change, diff } from '#contracts/rules/json-diff.ts'

/** The base of a comparison: the previous version, or the current value of the form. */
export type Base = 'previous' | 'current'

/** What is compared: a revision with a base, a draft with what is published, or what is published with a draft's base. */
export type Compared = Base | 'draft' | 'meanwhile'

/** `after` is the compared part of the version. */
export type Comparison = { before: JsonObject; after: JsonObject; changes: Change[] }

/**
 * Compares two versions. A version has products or events only if its save included or changed them: restoring one
 * without keeps the current ones, and two versions are compared by them only if both have them.
 */
export function compareVersions(before: JsonObject, version: JsonObject, base: Base): Comparison {
  if (base === 'previous') {
    const incomparable = RECORD_SECTIONS.filter((section) => !(section in before && section in version))
    return toComparison(withoutSections(before, incomparable), withoutSections(version, incomparable))
  }
  const kept = RECORD_SECTIONS.filter((section) => section in before && !(section in version))
  return toComparison(before, { ...version, ...Object.fromEntries(kept.map((section) => [section, before[section]])) })
}

const toComparison = (before: JsonObject, after: JsonObject): Comparison => ({
  before,
  after,
  changes: diff(before, after),
})

const withoutSections = (document: JsonObject, sections: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(document).filter(([section]) => !sections.includes(section)))

/** Returns the side of a comparison that has no products although the document has; `undefined` if neither. */
export function findSideWithoutProducts(
  document: JsonObject,
  version: JsonObject | undefined,
  previous: JsonObject | undefined,
): 'version' | 'previous' | undefined {
  if (!('products' in document) || !version) return undefined
  if (!('products' in version)) return 'version'
  return previous && !('products' in previous) ? 'previous' : undefined
}
