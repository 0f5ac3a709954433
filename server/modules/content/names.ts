import type { DocumentKind } from '#contracts/vocabulary.ts'

/** The change feed's name for a document. */
export const contentName = (kind: DocumentKind): string => `content:${kind}`
