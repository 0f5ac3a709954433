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
import { getRevision, listRevisionPage } from './history.ts'
import {
  CATALOGUE_OF,
  type CatalogueKind,
  isCatalogueKind,
  type PlainKind,
  parseDocumentOrThrow,
} from './parse-save.ts'
import { createSave, type SaveInput, type SaveResult } from './save.ts'
import {
  contentName,
  deletePresence,
  findDocument,
  findRevision,
  hasDocuments,
  listOthers,
  recordPresence,
} from './store.ts'

export { CATALOGUE_OF, type CatalogueKind, contentName, type PlainKind }
export type ContentService = ReturnType<typeof createContentService>

type Dependencies = { database: Database; clock: Clock; products: ProductService; audit: AuditService }

/** Creates the service for the seven content documents. */
export function createContentService({ database, clock, products, audit }: Dependencies) {
  const saveInside = createSave({ clock, products, audit })

  async function getStored(kind: DocumentKind): Promise<{ raw: unknown; revision: number }> {
    const row = await findDocument(database.read, kind)
    return { raw: row?.dataJson ?? {}, revision: row?.revision ?? 0 }
  }

  /** Returns who saved last and when; nobody by name if that was a product's own editor. */
  async function getLastSave(kind: DocumentKind): Promise<Omit<Presence, 'editors'>> {
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

    /** Returns a document and its revision; one that was never saved is empty, at revision 0. */
    async read<Kind extends PlainKind>(kind: Kind): Promise<{ document: Documents[Kind]; revision: number }> {
      const { raw, revision } = await getStored(kind)
      return { document: parseDocumentOrThrow(kind, raw), revision }
    },

    /** Lists what a catalogue's page proposes for its products, in its order. */
    async listChoices(catalogue: Catalogue): Promise<{ categories: string[]; prices: string[] }> {
      const kind = catalogue === 'agent' ? 'products' : 'ai'
      const { categories, priceRanges } = CataloguePageSchema.parse((await getStored(kind)).raw)
      return { categories, prices: priceRanges }
    },

    /** Returns a catalogue's page without its products. Its revision counts the products' changes too. */
    async readCataloguePage(kind: CatalogueKind) {
      const { raw, revision } = await getStored(kind)
      const changes = await products.changes(CATALOGUE_OF[kind])
      return { document: CataloguePageSchema.parse(raw), revision: revision + changes }
    },

    /**
     * Replaces a document inside the caller's transaction and adds a revision, unless nothing changed. Takes any JSON,
     * in the current or the legacy format. The `products` of a catalogue replace its rows. Throws `invalid` with every
     * invalid field, `staleRevision` if `ifMatch` names another revision.
     */
    save: (write: Write, saving: SaveInput): Promise<SaveResult> => saveInside(write, saving),

    /** Returns the same in a transaction of its own. */
    replace: (saving: SaveInput): Promise<SaveResult> => database.write((write) => saveInside(write, saving)),

    /** Changes a document as it is at that moment, inside the caller's transaction; as `save` does. */
    async edit<Kind extends PlainKind>(
      write: Write,
      { kind, actor }: { kind: Kind; actor: Actor },
      change: (document: Documents[Kind]) => Documents[Kind],
    ): Promise<SaveResult> {
      await write.lock(contentName(kind))
      const row = await findDocument(write.tx, kind)
      return saveInside(write, { kind, raw: change(parseDocumentOrThrow(kind, row?.dataJson ?? {})), actor })
    },

    listRevisions: (kind: DocumentKind, page: number) => listRevisionPage(database.read, kind, page),

    findRevision: (kind: DocumentKind, revision: number, canSeeContacts: boolean) =>
      getRevision(database.read, kind, revision, canSeeContacts),

    /** Makes a new revision with an older one's content. Throws `notFound`, `staleRevision`. */
    restore: (kind: DocumentKind, revision: number, actor: Actor, ifMatch: string | undefined): Promise<SaveResult> =>
      database.write(async (write) => {
        const row = await findRevision(write.tx, kind, revision)
        if (!row) throw notFound(ADMIN_MESSAGES.revisionNotFound)
        return saveInside(write, { kind, raw: row.dataJson, actor, ifMatch, restoredFrom: revision })
      }),

    /** Records that someone has a document open. Returns the others, and the newest save. */
    async recordPresence(kind: DocumentKind, { id, name }: Actor): Promise<Presence> {
      const now = timestamp(clock)
      const cutoff = new Date(clock.now().getTime() - PRESENCE.goneMs).toISOString()
      await database.write(({ tx }) => recordPresence(tx, { kind, userId: id, name, since: now, seenAt: now }, cutoff))
      return { editors: await listOthers(database.read, kind, id, cutoff), ...(await getLastSave(kind)) }
    },

    deletePresence: (kind: DocumentKind, { id }: Actor) => database.write(({ tx }) => deletePresence(tx, kind, id)),
  }
}
