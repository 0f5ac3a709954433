import type { DocumentKind } from '#contracts/vocabulary.ts'
import type { Json } from './json-path.ts'

/** `home-content-2026-11-21.json`: the kind and the ISO date (spec 2 §1). */
export const exportName = (kind: DocumentKind, at: Date): string =>
  `${kind}-content-${at.toISOString().slice(0, 10)}.json`

/** Saves a document as a file. */
export function exportDocument(kind: DocumentKind, content: Json): void {
  saveFile(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }), exportName(kind, new Date()))
}

/** Hands bytes to the browser's downloads under a name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
