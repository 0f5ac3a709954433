import type { JsonObject } from '#contracts/rules/is-object.ts'
import { type Change, diff } from '#contracts/rules/json-diff.ts'

/** The base of a comparison: the previous version, or the current value of the form. */
export type Base = 'previous' | 'current'

/** What is compared: a revision with a base, a draft with what is published, or what is published with a draft's base. */
export type Compared = Base | 'draft' | 'meanwhile'

/** `after` is the compared part of the version. */
export type Comparison = { before: JsonObject; after: JsonObject; changes: Change[] }

/**
 * Compares two versions. A catalogue's version has products only if its save included them: restoring one without keeps
 * the current products, and two versions are compared by products only if both have them.
 */
export function compareVersions(before: JsonObject, version: JsonObject, base: Base): Comparison {
  const isInBoth = 'products' in before && 'products' in version
  if (base === 'previous' && !isInBoth) return toComparison(withoutProducts(before), withoutProducts(version))
  const keepsProducts = 'products' in before && !('products' in version)
  return toComparison(before, keepsProducts ? { ...version, products: before.products } : version)
}

const toComparison = (before: JsonObject, after: JsonObject): Comparison => ({
  before,
  after,
  changes: diff(before, after),
})

const withoutProducts = ({ products: _, ...page }: JsonObject): JsonObject => page

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
