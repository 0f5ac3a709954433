import type { JsonObject } from '#contracts/rules/is-object.ts'
import { toSingleLine } from '#contracts/rules/single-line.ts'

/** Removes line breaks from a product's name, so that names stored before line breaks were rejected can be saved. */
export const withSingleLineName = (product: JsonObject): JsonObject =>
  typeof product.name === 'string' ? { ...product, name: toSingleLine(product.name) } : product
