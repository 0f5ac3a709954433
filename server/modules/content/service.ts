import { CataloguePageSchema } from '#contracts/documents/catalogue.ts'
import { type Documents, parseDocument } from '#contracts/documents/documents.ts'
import type { FieldError } from '#contracts/errors.ts'
import type { Catalogue, DocumentKind } from '#contracts/vocabulary.ts'
import type { CatalogueService } from '#server/modules/catalogue/service.ts'
import { invalid } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Write } from '#server/platform/database/database.ts'
import { findDocument, hasDocuments, saveDocument } from './store.ts'

export type ContentService = ReturnType<typeof createContentService>

/** The kinds whose products are rows of the catalogue. */
export const CATALOGUE_OF = { products: 'agent', ai: 'ai' } as const satisfies Record<string, Catalogue>
export type PlainKind = Exclude<DocumentKind, keyof typeof CATALOGUE_OF>

/** The change feed's name for a document. */
export const contentName = (kind: DocumentKind): string => `content:${kind}`

/** The seven content documents. */
export function createContentService(needs: { database: Database; clock: Clock; catalogue: CatalogueService }) {
  const { database, clock, catalogue } = needs

  async function stored(kind: DocumentKind): Promise<{ raw: unknown; revision: number }> {
    const row = await findDocument(database.read, kind)
    return { raw: row?.dataJson ?? {}, revision: row?.revision ?? 0 }
  }

  return {
    isAnySaved: () => hasDocuments(database.read),

    /** A document and its revision; one that was never saved is empty, at revision 0. */
    async read<Kind extends PlainKind>(kind: Kind): Promise<{ document: Documents[Kind]; revision: number }> {
      const { raw, revision } = await stored(kind)
      return { document: checked(kind, raw), revision }
    },

    /** A catalogue's page without its products. Its revision counts the products' changes too. */
    async readCataloguePage(kind: keyof typeof CATALOGUE_OF) {
      const { raw, revision } = await stored(kind)
      const changes = await catalogue.changes(CATALOGUE_OF[kind])
      return { document: CataloguePageSchema.parse(raw), revision: revision + changes }
    },

    /**
     * Replaces a document, inside the caller's transaction, and keeps its revision. Takes any JSON, in our words or
     * the earlier system's. Throws `invalid` with every wrong field.
     */
    async save({ tx, touch }: Write, kind: DocumentKind, raw: unknown, by: string | null): Promise<number> {
      const data = checked(kind, raw)
      const revision = ((await findDocument(tx, kind))?.revision ?? 0) + 1
      await saveDocument(tx, { kind, revision, data: withoutProducts(kind, data), at: timestamp(clock), by })
      touch(contentName(kind))
      return revision
    },
  }
}

function checked<Kind extends DocumentKind>(kind: Kind, raw: unknown): Documents[Kind] {
  const parsed = parseDocument(kind, raw)
  if (parsed.success) return parsed.data
  const errors: FieldError[] = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw invalid(undefined, errors)
}

function withoutProducts(kind: DocumentKind, data: Record<string, unknown>): Record<string, unknown> {
  if (!(kind in CATALOGUE_OF)) return data
  const { products: _, ...page } = data
  return page
}
