import type { JsonObject } from '#contracts/rules/is-object.ts'
import { toSingleLine } from '#contracts/rules/single-line.ts'

/** Returns a product whose name is in one line: a name with line breaks, stored before they were refused, can be saved. */
export const withSingleLineName = (product: JsonObject): JsonObject =>
  typeof product.name === 'string' ? { ...product, name: toSingleLine(product.name) } : product
