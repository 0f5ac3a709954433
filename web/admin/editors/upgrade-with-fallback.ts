import { hasLegacySections, listSections } from '#contracts/documents/documents.ts'
import { upgradeDocument } from '#contracts/documents/legacy-format.ts'
import { isObject, type JsonObject } from '#contracts/rules/is-object.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'

/**
 * Converts a document to the current format. Sections that the legacy format doesn't have, and a catalogue's products,
 * are taken from `fallback` if they are missing, as the server does.
 */
export function upgradeWithFallback(kind: DocumentKind, document: JsonObject, fallback: JsonObject): JsonObject {
  const upgraded = upgradeDocument(kind, document)
  if (!isObject(upgraded)) return document
  const optional = hasLegacySections(kind, document) ? listSections(kind) : ['products']
  const missing = optional.filter((section) => !Object.hasOwn(upgraded, section) && Object.hasOwn(fallback, section))
  if (missing.length === 0) return upgraded
  return { ...upgraded, ...Object.fromEntries(missing.map((section) => [section, fallback[section]])) }
}
