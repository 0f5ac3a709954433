/** Recognizes which page a file belongs to by its sections. */
import { listSections } from '#contracts/documents/documents.ts'
import { upgradeDocument } from '#contracts/documents/legacy-format.ts'
import { isObject, type JsonObject } from '#contracts/rules/is-object.ts'
import { DOCUMENT_KINDS, type DocumentKind } from '#contracts/vocabulary.ts'

/** Returns the prefix of an exported file's name. */
export const getExportPrefix = (kind: DocumentKind): string => `${kind}-content-`

/** Returns the number of a page's sections that a file contains, in the current or a legacy format. */
function countSections(kind: DocumentKind, file: JsonObject): number {
  const document = upgradeDocument(kind, file)
  if (!isObject(document)) return 0
  return listSections(kind).filter((key) => key in document).length
}

/**
 * Returns the kind of a file's document. If the sections fit several kinds, the file name decides, then `preferred`.
 * Returns `undefined` if the file has no section of any page.
 */
export function recognizeDocument(
  file: JsonObject,
  { preferred, filename }: { preferred: DocumentKind; filename: string },
): DocumentKind | undefined {
  const counted = DOCUMENT_KINDS.map((kind) => ({ kind, count: countSections(kind, file) }))
  const maxCount = Math.max(...counted.map(({ count }) => count))
  if (maxCount === 0) return undefined
  const best = counted.filter(({ count }) => count === maxCount).map(({ kind }) => kind)
  const named = best.find((kind) => filename.startsWith(getExportPrefix(kind)))
  return named ?? best.find((kind) => kind === preferred) ?? best[0]
}
