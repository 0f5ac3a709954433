import type { Presence } from '#contracts/content/revision.ts'
import { CataloguePageSchema } from '#contracts/documents/catalogue.ts'
import type { Documents } from '#contracts/documents/documents.ts'
import { PRESENCE } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import type { Catalogue, DocumentKind } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Write } from '#server/platform/database/database.ts'
import { pageOfRevisions, revisionDetail } from './history.ts'
import { CATALOGUE_OF, type CatalogueKind, checked, isCatalogueKind, type PlainKind } from './parsed.ts'
import { createSave, type Saved, type Saving } from './save.ts'
import { beat, contentName, findDocument, findRevision, hasDocuments, leave, listOthers } from './store.ts'

export { CATALOGUE_OF, type CatalogueKind, contentName, type PlainKind }
export type ContentService = ReturnType<typeof createContentService>

type Needs = { database: Database; clock: Clock; products: ProductService; audit: AuditService }

/** The seven content documents. */
export function createContentService({ database, clock, products, audit }: Needs) {
  const saveInside = createSave({ clock, products, audit })

  async function stored(kind: DocumentKind): Promise<{ raw: unknown; revision: number }> {
    const row = await findDocument(database.read, kind)
    return { raw: row?.dataJson ?? {}, revision: row?.revision ?? 0 }
  }

  /** Who saved last and when; nobody by name where that was a product's own editor. */
  async function lastSave(kind: DocumentKind): Promise<Omit<Presence, 'editors'>> {
    const row = await findDocument(database.read, kind)
    const saved = { revision: row?.revision ?? 0, savedBy: row?.updatedByName ?? null, savedAt: row?.updatedAt ?? null }
    if (!isCatalogueKind(kind)) return saved
    const changed = await products.lastChange(CATALOGUE_OF[kind])
    const revision = saved.revision + (await products.changes(CATALOGUE_OF[kind]))
    const isLater = changed !== undefined && changed > (saved.savedAt ?? '')
    return isLater ? { revision, savedBy: null, savedAt: changed } : { ...saved, revision }
  }

  return {
    isAnySaved: () => hasDocuments(database.read),

    /** A document and its revision; one that was never saved is empty, at revision 0. */
    async read<Kind extends PlainKind>(kind: Kind): Promise<{ document: Documents[Kind]; revision: number }> {
      const { raw, revision } = await stored(kind)
      return { document: checked(kind, raw), revision }
    },

    /** What a catalogue's page proposes for its products, in its order. */
    async listChoices(catalogue: Catalogue): Promise<{ categories: string[]; prices: string[] }> {
      const kind = catalogue === 'agent' ? 'products' : 'ai'
      const { categories, priceRanges } = CataloguePageSchema.parse((await stored(kind)).raw)
      return { categories, prices: priceRanges }
    },

    /** A catalogue's page without its products. Its revision counts the products' changes too. */
    async readCataloguePage(kind: CatalogueKind) {
      const { raw, revision } = await stored(kind)
      const changes = await products.changes(CATALOGUE_OF[kind])
      return { document: CataloguePageSchema.parse(raw), revision: revision + changes }
    },

    /**
     * Replaces a document, inside the caller's transaction, and keeps its revision; a save that changes nothing makes
     * none. Takes any JSON, in our words or the earlier system's. For a catalogue that brings `products`, its rows are
     * made to agree. Throws `invalid` with every wrong field, `staleRevision` where `ifMatch` names another revision.
     */
    save: (write: Write, saving: Saving): Promise<Saved> => saveInside(write, saving),

    /** The same in a transaction of its own. */
    replace: (saving: Saving): Promise<Saved> => database.write((write) => saveInside(write, saving)),

    /** Changes a document as it is at that moment, inside the caller's transaction; as `save` does. */
    async edit<Kind extends PlainKind>(
      write: Write,
      { kind, by }: { kind: Kind; by: Actor },
      change: (document: Documents[Kind]) => Documents[Kind],
    ): Promise<Saved> {
      await write.lock(contentName(kind))
      const row = await findDocument(write.tx, kind)
      return saveInside(write, { kind, raw: change(checked(kind, row?.dataJson ?? {})), by })
    },

    listRevisions: (kind: DocumentKind, page: number) => pageOfRevisions(database.read, kind, page),

    findRevision: (kind: DocumentKind, revision: number, seesContacts: boolean) =>
      revisionDetail(database.read, kind, revision, seesContacts),

    /** Makes a new revision with an older one's content. Throws `notFound`, `staleRevision`. */
    restore: (kind: DocumentKind, revision: number, by: Actor, ifMatch: string | undefined): Promise<Saved> =>
      database.write(async (write) => {
        const row = await findRevision(write.tx, kind, revision)
        if (!row) throw notFound(ADMIN_MESSAGES.revisionNotFound)
        return saveInside(write, { kind, raw: row.dataJson, by, ifMatch, restoredFrom: revision })
      }),

    /** Says that someone has a document's editor open. Gives who else has, and the newest save. */
    async beat(kind: DocumentKind, { id, name }: Actor): Promise<Presence> {
      const now = timestamp(clock)
      const cutoff = new Date(clock.now().getTime() - PRESENCE.goneMs).toISOString()
      await database.write(({ tx }) => beat(tx, { kind, userId: id, name, since: now, seenAt: now }, cutoff))
      return { editors: await listOthers(database.read, kind, id, cutoff), ...(await lastSave(kind)) }
    },

    leave: (kind: DocumentKind, { id }: Actor) => database.write(({ tx }) => leave(tx, kind, id)),
  }
}
