import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import { saveFile } from '../../shared/save-file.ts'

/** `home-content-2026-11-21.json`: the kind and the ISO date (spec 2 §1). */
export const exportName = (kind: DocumentKind, date: Date): string =>
  `${kind}-content-${date.toISOString().slice(0, 10)}.json`

/** Saves a document as a file. */
export function exportDocument(kind: DocumentKind, content: JsonObject): void {
  saveFile(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }), exportName(kind, new Date()))
}
