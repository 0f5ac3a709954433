import type { JsonObject } from '#contracts/rules/is-object.ts'
import { toSingleLine } from '#contracts/rules/single-line.ts'

/** The fields of a product that only the server writes. */
const SERVER_FIELDS = new Set(['_id', 'views', 'lastUpdated'])

/**
 * Returns a product as it is edited: without the fields that only the server writes, and without line breaks in its
 * name, so that names stored before line breaks were rejected can be saved.
 */
export function toEditableProduct(product: JsonObject): JsonObject {
  const editable = Object.fromEntries(Object.entries(product).filter(([key]) => !SERVER_FIELDS.has(key)))
  return typeof editable.name === 'string' ? { ...editable, name: toSingleLine(editable.name) } : editable
}
