import { type CommunityEvent, EventSchema } from '#contracts/documents/community.ts'
import {
  type Documents,
  listFieldErrors,
  listMissingSections,
  parseDocument,
  parseSavedDocument,
} from '#contracts/documents/documents.ts'
import { upgradeDocument } from '#contracts/documents/legacy-format.ts'
import { ERROR_DEFINITIONS } from '#contracts/errors.ts'
import { type ProductInput, ProductSchema } from '#contracts/products/product.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { Catalogue, DocumentKind } from '#contracts/vocabulary.ts'
import { invalidFields } from '#server/platform/app-error.ts'

/** The catalogues of the document kinds whose products are stored as rows. */
export const CATALOGUE_BY_KIND = { products: 'agent', ai: 'ai' } as const satisfies Record<string, Catalogue>
/** The document kind of each catalogue. */
export const KIND_BY_CATALOGUE = { agent: 'products', ai: 'ai' } as const satisfies Record<
  Catalogue,
  keyof typeof CATALOGUE_BY_KIND
>
export type CatalogueKind = keyof typeof CATALOGUE_BY_KIND
/** The kinds of documents without products. */
export type PlainKind = Exclude<DocumentKind, CatalogueKind>

export const isCatalogueKind = (kind: DocumentKind): kind is CatalogueKind => kind in CATALOGUE_BY_KIND

/** Parses a document in the current or the legacy format. Throws `invalid` with every invalid field. */
export function parseDocumentOrThrow<Kind extends DocumentKind>(kind: Kind, raw: unknown): Documents[Kind] {
  const parsed = parseDocument(kind, raw)
  if (parsed.success) return parsed.data
  throw invalidFields(listFieldErrors(parsed.error), ERROR_DEFINITIONS.invalid.message)
}

function parseSavedOrThrow(kind: DocumentKind, raw: unknown): JsonObject {
  const parsed = parseSavedDocument(kind, raw)
  if ('document' in parsed) return parsed.document
  throw invalidFields(parsed.errors, ERROR_DEFINITIONS.invalid.message)
}

/**
 * A submitted document: the page, which is the document without its records, and the products or events if the body
 * contains any.
 * `omittedSections` lists the sections that the legacy format doesn't have, if the body is in that format.
 */
export type SubmittedDocument = {
  page: JsonObject
  products: ProductInput[] | undefined
  events: CommunityEvent[] | undefined
  omittedSections: string[]
}

/**
 * Parses a submitted document, and separates the records from the page. With `isRestored`, it is an older revision,
 * which may break rules that were added later. Throws `invalid`.
 */
export function parseSubmittedDocument(
  kind: DocumentKind,
  raw: unknown,
  { isRestored }: { isRestored: boolean },
): SubmittedDocument {
  const document: JsonObject = isRestored ? parseDocumentOrThrow(kind, raw) : parseSavedOrThrow(kind, raw)
  const body = Object(upgradeDocument(kind, raw))
  const omittedSections = isRestored ? [] : listMissingSections(kind, body)
  const submitted = { page: document, products: undefined, events: undefined, omittedSections }
  if (kind === 'community') {
    const { upcomingEvents, ...page } = document
    const hasEvents = Object.hasOwn(body, 'upcomingEvents')
    return { ...submitted, page, events: hasEvents ? EventSchema.array().parse(upcomingEvents) : undefined }
  }
  if (!isCatalogueKind(kind)) return submitted
  const { products, ...page } = document
  const hasProducts = Object.hasOwn(body, 'products')
  return { ...submitted, page, products: hasProducts ? ProductSchema.array().parse(products) : undefined }
}

/** Returns the page to store: the submitted one, with the omitted sections of the stored one. */
export function withOmittedSections({ page, omittedSections }: SubmittedDocument, stored: JsonObject): JsonObject {
  const sections = omittedSections.filter((section) => Object.hasOwn(stored, section))
  return { ...page, ...Object.fromEntries(sections.map((section) => [section, stored[section]])) }
}
