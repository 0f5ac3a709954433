import type { Authorship, Presence, RevisionChanges } from '#contracts/content/revision.ts'
import { CataloguePageSchema } from '#contracts/documents/catalogue.ts'
import { type Documents, withoutRecordSections } from '#contracts/documents/documents.ts'
import { PRESENCE } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { matchSitePage } from '#contracts/paths.ts'
import type { Caller } from '#contracts/permissions.ts'
import type { FeaturedRating } from '#contracts/products/product.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { diff } from '#contracts/rules/json-diff.ts'
import { CATALOGUES, type Catalogue, type DocumentKind } from '#contracts/vocabulary.ts'
import { getCatalogueTopic, getRatingsTopic } from '#server/modules/products/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { findOrUndefined, notFound } from '#server/platform/app-error.ts'
import { timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { waitForNextTurn } from '#server/platform/event-loop.ts'
import { addEventsRevision, type EventLists } from './events-revision.ts'
import { getRevision, listRevisionPage } from './history.ts'
import {
  CATALOGUE_BY_KIND,
  type CatalogueKind,
  isCatalogueKind,
  KIND_BY_CATALOGUE,
  type PlainKind,
  parseDocumentOrThrow,
} from './parse-document.ts'
import {
  createDocumentSaver,
  type DocumentHooks,
  type DocumentSave,
  prepareSave,
  type SavedDocument,
} from './save-document.ts'
import {
  type DocumentRow,
  deletePresence,
  findDocument,
  findRevision,
  getContentTopic,
  hasDocuments,
  hasOpenElsewhere,
  insertRevision,
  listOtherUsers,
  recordPresence,
} from './store.ts'

export { CATALOGUE_BY_KIND, getContentTopic, type PlainKind }
/** The change feed's topics for the ratings of featured products. */
export const FEATURED_RATINGS_TOPICS: readonly string[] = [
  getContentTopic('home'),
  ...CATALOGUES.flatMap((catalogue) => [getCatalogueTopic(catalogue), getRatingsTopic(catalogue)]),
]

export type ContentService = ReturnType<typeof createContentService>

/** Who saves a document, and the revision that it must still be at, if given. */
type SaveContext = Pick<DocumentSave, 'ifMatch' | 'isConfirmed'> & { actor: Actor }

type Dependencies = { database: Database } & Omit<Parameters<typeof createDocumentSaver>[0], 'hooks'>

/** Creates the service for the content documents and their history. */
export function createContentService({ database, clock, products, events, audit }: Dependencies) {
  const hooks = new Map<DocumentKind, DocumentHooks>()
  const saver = createDocumentSaver({ clock, products, events, audit, hooks })
  const saveInTransaction = async (transaction: Transaction, save: DocumentSave): Promise<SavedDocument> =>
    saver.save(transaction, await prepareSave(save))

  async function getStored(kind: DocumentKind, db = database.read): Promise<{ raw: unknown; revision: number }> {
    const row = await findDocument(db, kind)
    const stored = { raw: row?.dataJson ?? {}, revision: row?.revision ?? 0 }
    return kind === 'community'
      ? { ...stored, raw: { ...Object(stored.raw), upcomingEvents: await events.list(db) } }
      : stored
  }

  /**
   * Returns who last saved a document, or later a single product of its catalogue, and when; `null` if it was never
   * saved.
   */
  async function getAuthorship(kind: DocumentKind): Promise<Authorship | null> {
    const row = await findDocument(database.read, kind)
    const saved = row ? toAuthorship(row) : null
    const product = isCatalogueKind(kind) ? await products.findLastSave(CATALOGUE_BY_KIND[kind]) : undefined
    return product && product.createdAt > (saved?.createdAt ?? '') ? product : saved
  }

  /** Returns a document's revision, who last saved it and when. `savedBy` is `null` if it was never saved. */
  async function getLastSave(kind: DocumentKind): Promise<Omit<Presence, 'editors' | 'isOpenElsewhere'>> {
    const authorship = await getAuthorship(kind)
    const { revision } = await getStored(kind)
    return {
      revision: isCatalogueKind(kind) ? revision + (await products.countChanges(CATALOGUE_BY_KIND[kind])) : revision,
      savedBy: authorship?.createdBy?.name ?? null,
      savedAt: authorship?.createdAt ?? null,
    }
  }

  /** Returns a catalogue's page without its products. The revision includes the products' changes. */
  async function getCataloguePage(kind: CatalogueKind) {
    const { raw, revision } = await getStored(kind)
    const changes = await products.countChanges(CATALOGUE_BY_KIND[kind])
    return { document: CataloguePageSchema.parse(raw), revision: revision + changes }
  }

  /**
   * Returns a catalogue's page for lists and forms: its categories are followed by all others of active products, such
   * as imported ones, so that they can be chosen.
   */
  async function getCataloguePageWithAllCategories(kind: CatalogueKind) {
    const { document, revision } = await getCataloguePage(kind)
    const activeCategories = await products.listActiveCategories(CATALOGUE_BY_KIND[kind])
    return {
      document: { ...document, categories: [...new Set([...document.categories, ...activeCategories])] },
      revision,
    }
  }

  return {
    /** Adds what another module does when a document of a kind is saved. A service does so when it is created. */
    onSave: (kind: DocumentKind, documentHooks: DocumentHooks): void => void hooks.set(kind, documentHooks),

    /** Returns whether any document was ever saved. */
    hasDocuments: (db: Queryable = database.read) => hasDocuments(db),

    /**
     * Returns a document and its revision. A document that was never saved is empty, with revision 0. `db` may
     * belong to a transaction.
     */
    async get<Kind extends PlainKind>(
      kind: Kind,
      db: Queryable = database.read,
    ): Promise<{ document: Documents[Kind]; revision: number }> {
      const { raw, revision } = await getStored(kind, db)
      return { document: parseDocumentOrThrow(kind, raw), revision }
    },

    /** Returns a document as of an earlier revision, inside the caller's transaction; empty if it was never saved. */
    async getDocumentAt(kind: PlainKind, revision: number, db: Queryable): Promise<JsonObject> {
      const row = await findRevision(db, kind, revision)
      return { ...parseDocumentOrThrow(kind, row?.dataJson ?? {}) }
    },

    /**
     * Lists the ratings of the products that the home page features, as their own pages show them, so that the two never
     * differ. A card is matched by its link to a product's page, or else by its name.
     */
    async listFeaturedRatings(): Promise<FeaturedRating[]> {
      const { featuredProducts } = parseDocumentOrThrow('home', (await getStored('home')).raw)
      const ratings = await Promise.all(
        featuredProducts
          .filter(({ name }) => name.trim() !== '')
          .map(async ({ name, link }) => {
            const { catalogue, idOrName } = findLinkedProduct(link) ?? { catalogue: 'agent', idOrName: name }
            const product = await findOrUndefined(products.get(catalogue, idOrName))
            return product && { name, rating: product.rating, memberRating: product.memberRating }
          }),
      )
      return ratings.filter((rating) => rating !== undefined)
    },

    getAuthorship,
    getLastSave,

    /** Lists the categories and prices that a catalogue's page suggests, in the page's order. */
    async listChoices(catalogue: Catalogue): Promise<{ categories: string[]; prices: string[] }> {
      const { categories, priceRanges } = CataloguePageSchema.parse((await getStored(KIND_BY_CATALOGUE[catalogue])).raw)
      return { categories, prices: priceRanges }
    },

    /**
     * Returns a catalogue's page with the products that the caller may see. The revision includes the products'
     * changes.
     */
    async getCatalogue(kind: CatalogueKind, caller: Caller | null) {
      const { document, revision } = await getCataloguePage(kind)
      const listedProducts = await products.listForDocument(CATALOGUE_BY_KIND[kind], caller)
      return { document: { ...document, products: listedProducts }, revision }
    },

    getCataloguePageWithAllCategories,

    /** Returns the options by which visitors filter the agent products. */
    async getProductFilters() {
      const { document } = await getCataloguePageWithAllCategories('products')
      return { ...document.filterOptions, categories: document.categories, priceRanges: document.priceRanges }
    },

    /**
     * Replaces a document inside the caller's transaction and adds a revision, unless nothing changed. Takes any JSON,
     * in the current or the legacy format. A catalogue's `products` replace its stored products. Throws `invalid`,
     * listing every invalid field, or `versionConflict` if `ifMatch` names another revision.
     */
    saveInTransaction,

    /** Saves a document in its own transaction, which starts after the preparation, so that it is short. */
    async save(kind: DocumentKind, raw: unknown, context: SaveContext): Promise<SavedDocument> {
      const prepared = await prepareSave({ kind, raw, ...context })
      const saved = await database.write((transaction) => saver.save(transaction, prepared))
      // Serializing the reply can also take a while: let other requests run first.
      await waitForNextTurn()
      return saved
    },

    /**
     * Applies a change to the current document, inside the caller's transaction. Throws `invalid` for a changed
     * document that is invalid.
     */
    async edit<Kind extends PlainKind>(
      transaction: Transaction,
      { kind, actor }: { kind: Kind; actor: Actor },
      change: (document: Documents[Kind]) => Documents[Kind],
    ): Promise<SavedDocument> {
      await transaction.lock(getContentTopic(kind))
      const { raw } = await getStored(kind, transaction.db)
      return saveInTransaction(transaction, { kind, raw: change(parseDocumentOrThrow(kind, raw)), actor })
    },

    /**
     * Applies a change to the current document without what is derived from records, inside the caller's transaction.
     * Returns whether it changed anything. Throws `invalid` for a changed document that is invalid.
     */
    async editPage(
      transaction: Transaction,
      { kind, actor }: { kind: DocumentKind; actor: Actor },
      change: (page: JsonObject) => JsonObject,
    ): Promise<boolean> {
      if (isCatalogueKind(kind)) await transaction.lock(getCatalogueTopic(CATALOGUE_BY_KIND[kind]))
      await transaction.lock(getContentTopic(kind))
      const row = await findDocument(transaction.db, kind)
      const page = withoutRecordSections({ ...parseDocumentOrThrow(kind, row?.dataJson ?? {}) })
      const raw = change(page)
      if (diff(page, raw).length === 0) return false
      await saveInTransaction(transaction, { kind, raw, actor })
      return true
    },

    /** Locks a catalogue and its document until the caller's transaction ends. */
    async lockCatalogue(transaction: Transaction, catalogue: Catalogue): Promise<void> {
      await transaction.lock(getCatalogueTopic(catalogue))
      await transaction.lock(getContentTopic(KIND_BY_CATALOGUE[catalogue]))
    },

    /**
     * Adds a revision that records how many rows an import has saved or its undo has reverted, inside the caller's
     * transaction. It contains only the page, because an import may affect too many products to store.
     */
    async addImportRevision(
      transaction: Transaction,
      catalogue: Catalogue,
      rows: Pick<RevisionChanges, 'importedRows' | 'undoneRows'>,
      actor: Actor,
    ): Promise<void> {
      const kind = KIND_BY_CATALOGUE[catalogue]
      await transaction.lock(getContentTopic(kind))
      const { raw, revision } = await getStored(kind, transaction.db)
      await insertRevision(transaction.db, {
        kind,
        revision: revision + 1,
        data: raw,
        snapshot: raw,
        changes: { paths: 0, sections: [], ...rows },
        restoredFrom: null,
        savedAt: timestamp(clock),
        actor,
      })
      transaction.publish(getContentTopic(kind))
    },

    /**
     * Adds a revision of the community's document that records a change of single events, inside the caller's
     * transaction, which has locked the document.
     */
    addEventsRevision: (transaction: Transaction, lists: EventLists, actor: Actor): Promise<void> =>
      addEventsRevision(transaction, lists, { actor, savedAt: timestamp(clock) }),

    listRevisions: (kind: DocumentKind, page: number) => listRevisionPage(database.read, kind, page),

    getRevision: (kind: DocumentKind, revision: number, caller: Caller) =>
      getRevision(database.read, kind, revision, caller),

    /** Creates a new revision with an older one's content. Throws `notFound`, `versionConflict`. */
    restore: (kind: DocumentKind, revision: number, context: SaveContext): Promise<SavedDocument> =>
      database.write(async (transaction) => {
        const row = await findRevision(transaction.db, kind, revision)
        if (!row) throw notFound(ADMIN_MESSAGES.revisionNotFound)
        return saveInTransaction(transaction, { kind, raw: row.dataJson, ...context, restoredFrom: revision })
      }),

    /** Records that a user has a document open in an editor. Returns the other users who do, and the last save. */
    async recordPresence(kind: DocumentKind, editorId: string, { id, name }: Actor): Promise<Presence> {
      const now = timestamp(clock)
      const cutoff = new Date(clock.now().getTime() - PRESENCE.expiryMs).toISOString()
      const row = { kind, userId: id, editorId, name, since: now, seenAt: now }
      await database.write(({ db }) => recordPresence(db, row, cutoff))
      return {
        editors: await listOtherUsers(database.read, kind, id, cutoff),
        isOpenElsewhere: await hasOpenElsewhere(database.read, row, cutoff),
        ...(await getLastSave(kind)),
      }
    },

    deletePresence: (kind: DocumentKind, editorId: string, { id }: Actor) =>
      database.write(({ db }) => deletePresence(db, { kind, userId: id, editorId })),
  }
}

const toAuthorship = ({ updatedAt, updatedBy, updatedByName }: DocumentRow): Authorship => ({
  createdAt: updatedAt,
  createdBy: updatedBy === null ? null : { id: updatedBy, name: updatedByName ?? '' },
})

/** Returns the product whose page a link leads to; `undefined` for any other link. */
function findLinkedProduct(link: string): { catalogue: Catalogue; idOrName: string } | undefined {
  const page = matchSitePage(link.split(/[?#]/, 1)[0] ?? '')
  const idOrName = page?.params.id
  if (idOrName === undefined || (page?.name !== 'product' && page?.name !== 'aiProduct')) return undefined
  return { catalogue: page.name === 'product' ? 'agent' : 'ai', idOrName }
}
