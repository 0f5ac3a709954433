import { hasLegacySections, listMissingSections } from '#contracts/documents/documents.ts'
import { upgradeDocument } from '#contracts/documents/legacy-format.ts'
import { isObject, type JsonObject } from '#contracts/rules/is-object.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'

/**
 * Converts a document to the current format. Sections that the legacy format doesn't have are taken from `fallback`, as
 * the server does.
 */
export function upgradeWithFallback(kind: DocumentKind, document: JsonObject, fallback: JsonObject): JsonObject {
  const upgraded = upgradeDocument(kind, document)
  if (!isObject(upgraded)) return document
  if (!hasLegacySections(kind, document)) return upgraded
  const missing = listMissingSections(kind, upgraded).filter((section) => Object.hasOwn(fallback, section))
  return { ...upgraded, ...Object.fromEntries(missing.map((section) => [section, fallback[section]])) }
}
