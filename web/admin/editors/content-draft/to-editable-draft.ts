import { parseDocument, withAllSections } from '#contracts/documents/documents.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { DraftKind } from '#contracts/vocabulary.ts'

/** Returns a draft as the form edits it: with the defaults of what it lacks, if it is otherwise valid. */
export function toEditableDraft(kind: DraftKind, document: JsonObject): JsonObject {
  const parsed = parseDocument(kind, document)
  return parsed.success ? { ...parsed.data } : withAllSections(kind, document)
}
