import type { z } from 'zod'
import { type Documents, parseDocument, parseSavedDocument } from '#contracts/documents/documents.ts'
import { upgradeDocument } from '#contracts/documents/legacy-format.ts'
import type { FieldError } from '#contracts/errors.ts'
import { type ProductInput, ProductSchema } from '#contracts/products/product.ts'
import type { Catalogue, DocumentKind } from '#contracts/vocabulary.ts'
import { invalid } from '#server/platform/app-error.ts'

/** The catalogue of each kind whose products are stored as rows. */
export const CATALOGUE_OF = { products: 'agent', ai: 'ai' } as const satisfies Record<string, Catalogue>
/** The inverse of `CATALOGUE_OF`. */
export const KIND_OF = { agent: 'products', ai: 'ai' } as const satisfies Record<Catalogue, keyof typeof CATALOGUE_OF>
export type CatalogueKind = keyof typeof CATALOGUE_OF
export type PlainKind = Exclude<DocumentKind, CatalogueKind>

export const isCatalogueKind = (kind: DocumentKind): kind is CatalogueKind => kind in CATALOGUE_OF

/** Parses a document in the current or the legacy format. Throws `invalid` with every invalid field. */
export const parseDocumentOrThrow = <Kind extends DocumentKind>(kind: Kind, raw: unknown): Documents[Kind] =>
  getParsedOrThrow(parseDocument(kind, raw))

function getParsedOrThrow<Document>(parsed: z.ZodSafeParseResult<Document>): Document {
  if (parsed.success) return parsed.data
  const errors: FieldError[] = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw invalid(undefined, errors)
}

/** The parsed body of a save: the document's page, and its products if it includes any. */
export type ParsedSave = { page: Record<string, unknown>; products: ProductInput[] | undefined }

/**
 * Splits the body of a save. A catalogue's body without `products` leaves them unchanged. With `isRestored`, the
 * document is an older revision, which may break rules that were added later.
 */
export function parseSave(kind: DocumentKind, raw: unknown, isRestored: boolean): ParsedSave {
  const parse = isRestored ? parseDocument : parseSavedDocument
  const document: Record<string, unknown> = getParsedOrThrow(parse(kind, raw))
  if (!isCatalogueKind(kind)) return { page: document, products: undefined }
  const { products, ...page } = document
  const hasProducts = Object.hasOwn(Object(upgradeDocument[kind](raw)), 'products')
  return { page, products: hasProducts ? ProductSchema.array().parse(products) : undefined }
}
