import { LIST } from '#contracts/limits.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { type Caller, can } from '#contracts/permissions.ts'
import type {
  EditorProduct,
  ProductDetail,
  ProductInput,
  PublicProduct,
  RatedProduct,
} from '#contracts/products/product.ts'
import { isStorable } from '#contracts/rules/storable-text.ts'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { PublishedEvaluationService } from '#server/modules/published-evaluations/service.ts'
import { refreshPostings } from '#server/modules/search/service.ts'
import { invalid, notFound } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts'
import { streamPages } from '#server/platform/tables/stream-pages.ts'
import { createBulkActions } from './bulk-actions.ts'
import { createBulkSave } from './bulk-save.ts'
import { createReviewedProductIndex } from './catalogue-index/reviewed-product-index.ts'
import { createSyncedCatalogueIndex } from './catalogue-index/synced-catalogue-index.ts'
import { createProductChanges } from './changes.ts'
import { createProductEditing } from './editing.ts'
import { createProductSearch, type ProductHit } from './product-search.ts'
import { listRecycled, purgeRecycled } from './recycle-bin/recycle-bin.ts'
import type { ListChanges } from './replace-list.ts'
import { createRequirementRanking, type RankedProducts } from './requirement-ranking.ts'
import { sanitizeLongTexts, sanitizeProducts } from './sanitize-long-texts.ts'
import { createProductSnapshots, ProductSnapshotSchema } from './snapshots.ts'
import {
  countChanges,
  countLiveProducts,
  findLastChangeTime,
  findProduct,
  listActiveNames,
  listActiveProducts,
  listActiveProductsAfter,
  listIdentities,
  listLiveProducts,
  listLiveProductsAfter,
  listNamedProducts,
  listNewestProducts,
  listProducts,
  listTextLengthsAfter,
  type ProductPosition,
  type ProductRow,
} from './store.ts'
import { createProductTable } from './table.ts'
import { getCatalogueTopic, getRatingsTopic } from './topics.ts'
import { toVerdict } from './verdicts.ts'
import {
  getIndexedVersion,
  getReviews,
  mapRows,
  toEditorProduct,
  toProductInput,
  toProductWithoutContacts,
  toPublicProduct,
  toRatedProduct,
} from './view.ts'

export type { ListChanges, ProductHit, ProductRow, RankedProducts }
export {
  createReviewedProductIndex,
  getCatalogueTopic,
  getIndexedVersion,
  getRatingsTopic,
  getReviews,
  ProductSnapshotSchema,
  sanitizeLongTexts,
  sanitizeProducts,
}

export type ProductService = ReturnType<typeof createProductService>

/** Small, because purging a product also deletes its facts, reviews and search texts. */
const PURGE_BATCH_SIZE = 20
/** Products per query of an export, whose rows are longer: small enough not to delay other requests. */
const EXPORTED_PRODUCTS_PER_QUERY = 20

const { compare: compareByPinyin } = new Intl.Collator('zh-Hans-CN-u-co-pinyin')

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  facts: Pick<FactService, 'getPublic' | 'listPublic' | 'filterValues' | 'attributes'>
  publishedEvaluations: Pick<PublishedEvaluationService, 'listValid'>
}

/** Creates the service for the two catalogues: agent platforms and 78AI applications. */
export function createProductService({ database, clock, audit, facts, publishedEvaluations }: Dependencies) {
  const indexes = {
    agent: createSyncedCatalogueIndex(database, facts, 'agent'),
    ai: createSyncedCatalogueIndex(database, facts, 'ai'),
  }
  const search = createProductSearch({ database, facts, publishedEvaluations, indexes })
  let warmUpTask: Promise<void> | undefined
  const changes = createProductChanges({ clock, audit })
  const table = createProductTable(database, indexes)

  /** Returns an active product by its id or exact name. Throws `invalid` if neither is given, `notFound`. */
  async function get(catalogue: Catalogue, idOrName: string): Promise<RatedProduct> {
    const isAgent = catalogue === 'agent'
    if (idOrName.trim() === '') throw invalid(isAgent ? MESSAGES.productIdInvalid : MESSAGES.aiNameInvalid)
    const row = isStorable(idOrName) ? await findProduct(database.read, catalogue, idOrName) : undefined
    if (!row?.isActive) throw notFound(isAgent ? MESSAGES.productNotFound : MESSAGES.aiProductNotFound)
    return toRatedProduct(row)
  }

  return {
    ...changes,
    get,

    /** Returns an active product with its facts. Throws like `get`. */
    async getDetail(catalogue: Catalogue, idOrName: string): Promise<ProductDetail> {
      const product = await get(catalogue, idOrName)
      const verdict = toVerdict((await publishedEvaluations.listValid()).find(product.id))
      return { ...product, ...(await facts.getPublic(product.id)), verdict }
    },

    /** Reads and saves single products for the editor. */
    editing: createProductEditing({ database, changes }),
    list: search.list,
    listFacets: search.listFacets,
    search: search.search,
    listHits: search.listHits,
    /** The catalogue as listed in the back office. */
    table,
    /** Applies one action to many products. */
    applyBulkAction: createBulkActions({ database, clock, audit, listMatchingIds: table.listIds }),
    /** Creates and updates many products together. */
    ...createBulkSave(clock),
    /** Returns many products to earlier values. */
    ...createProductSnapshots(clock),

    /** Returns the id of an active product by its id or exact name; `undefined` if it doesn't exist. */
    async findActiveId(catalogue: Catalogue, idOrName: string): Promise<string | undefined> {
      const row = isStorable(idOrName) ? await findProduct(database.read, catalogue, idOrName) : undefined
      return row?.isActive ? row.id : undefined
    },

    /**
     * Lists the products of a catalogue's document, in its order; at most 1,000. Visitors see the active ones; staff
     * see all outside the recycle bin, without contact data if they may not edit them.
     */
    async listForDocument(catalogue: Catalogue, caller: Caller | null): Promise<(PublicProduct | EditorProduct)[]> {
      if (!can(caller, 'products:read'))
        return mapRows(await listActiveProducts(database.read, catalogue, LIST.products), toPublicProduct)
      const rows = await listLiveProducts(database.read, catalogue, LIST.products)
      return mapRows(rows, can(caller, 'products:write') ? toEditorProduct : toProductWithoutContacts)
    },

    /** Lists the active products of a catalogue with the given ids, in their order; at most a few dozen. */
    async listActive(catalogue: Catalogue, ids: readonly string[]): Promise<RatedProduct[]> {
      if (ids.length === 0) return []
      const rows = (await listProducts(database.read, ids)).filter(
        (row) => row.catalogue === catalogue && row.isActive && row.deletedAt === null,
      )
      const products = new Map((await mapRows(rows, toRatedProduct)).map((product) => [product.id, product]))
      return ids.flatMap((id) => products.get(id) ?? [])
    },

    /** Ranks the active products of a catalogue by how they meet requirements. */
    rankByRequirements: createRequirementRanking({ database, facts, indexes }),

    /** Streams every active product of a catalogue, page by page. */
    streamActive: (catalogue: Catalogue): AsyncGenerator<RatedProduct[]> =>
      streamPages<ProductRow, RatedProduct>(
        ({ after, limit }) => listActiveProductsAfter(database.read, catalogue, after?.id ?? '', limit),
        (rows) => mapRows(rows, toRatedProduct),
      ),

    /** Lists the most recently added active products with their creation times, newest first. */
    listNewest: async (catalogue: Catalogue, limit: number): Promise<{ product: PublicProduct; createdAt: string }[]> =>
      (await listNewestProducts(database.read, catalogue, limit)).map((row) => ({
        product: toPublicProduct(row),
        createdAt: row.createdAt,
      })),

    /** Lists the categories of the active products by pinyin. */
    listActiveCategories: async (catalogue: Catalogue): Promise<string[]> =>
      (await indexes[catalogue]()).listActiveCategories().sort(compareByPinyin),

    /** Lists ids, names and times of the active products for the sitemap. */
    listNames: (catalogue: Catalogue) => listActiveNames(database.read, catalogue),

    /** Returns the number of changes to the catalogue's products, which is part of the document's revision. */
    countChanges: (catalogue: Catalogue) => countChanges(database.read, getCatalogueTopic(catalogue)),

    /**
     * Streams all products outside the recycle bin, in the document's order, page by page; with `ids` only those. Takes
     * the database or a snapshot of it.
     */
    streamForEditing: (
      db: Queryable,
      catalogue: Catalogue,
      ids?: ReadonlySet<string>,
    ): AsyncGenerator<EditorProduct[]> =>
      streamPages<ProductRow, EditorProduct>(
        ({ after, limit }) => listLiveProductsAfter(db, catalogue, after, limit),
        (rows) => mapRows(ids ? rows.filter(({ id }) => ids.has(id)) : rows, toEditorProduct),
        { rowsPerQuery: EXPORTED_PRODUCTS_PER_QUERY },
      ),

    /** Streams the ids of all products outside the recycle bin, with the total length of their longest texts. */
    streamLengths: (db: Queryable, catalogue: Catalogue): AsyncGenerator<{ id: string; length: number }[]> =>
      streamPages<ProductPosition & { length: number }, { id: string; length: number }>(
        ({ after, limit }) => listTextLengthsAfter(db, catalogue, after, limit),
        (rows) => [...rows],
      ),

    /** Returns the number of products outside the recycle bin. */
    countForEditing: (catalogue: Catalogue): Promise<number> => countLiveProducts(database.read, catalogue),

    /** Lists the products of a catalogue with one of the given ids or exact names. */
    listNamed: async (catalogue: Catalogue, idsOrNames: readonly string[]): Promise<EditorProduct[]> =>
      mapRows(await listNamedProducts(database.read, catalogue, idsOrNames), toEditorProduct),

    /** Lists a catalogue's products inside the transaction that saves its document, for reply and revision. */
    async listForSave(
      { db }: Transaction,
      catalogue: Catalogue,
    ): Promise<{ replyProducts: EditorProduct[]; revisionProducts: ProductInput[] }> {
      const replyProducts = await mapRows(await listLiveProducts(db, catalogue, LIST.products), toEditorProduct)
      return { replyProducts, revisionProducts: replyProducts.map(toProductInput) }
    },

    /** Finds an active or inactive product by its id or exact name, as input of a save, with its version. */
    async findStored(
      db: Queryable,
      catalogue: Catalogue,
      idOrName: string,
    ): Promise<{ id: string; version: number; product: ProductInput } | undefined> {
      const row = isStorable(idOrName) ? await findProduct(db, catalogue, idOrName) : undefined
      return row && { id: row.id, version: row.version, product: toProductInput(toEditorProduct(row)) }
    },

    /** Lists the identifying fields of all products outside the recycle bin. */
    listIdentities: (catalogue: Catalogue) => listIdentities(database.read, catalogue),

    /** Returns the time of the last change to a product of the catalogue. */
    findLastChangeTime: (catalogue: Catalogue) => findLastChangeTime(database.read, catalogue),

    /** Lists a page of the recycle bin, most recently deleted first. */
    listRecycled: (catalogue: Catalogue, page = 1) => listRecycled(database.read, clock, { catalogue, page }),

    /** Fills the indexes and caches once; after a failure, the next call tries again. */
    warmUp(): Promise<void> {
      warmUpTask ??= search.warmUp().catch((error) => {
        warmUpTask = undefined
        throw error
      })
      return warmUpTask
    },

    /** Updates the search index with changed texts; see `refreshPostings`. */
    refreshSearch: (): Promise<boolean> => refreshPostings(database),

    /** Permanently deletes products whose retention in the recycle bin has expired. */
    async purge(): Promise<void> {
      // The indexes are updated first: they can't detect a purge, only that a product was moved to the recycle bin.
      for (const catalogue of CATALOGUES) await indexes[catalogue]()
      await deleteInBatches(
        database,
        async (transaction, limit) => {
          const purged = await purgeRecycled(transaction.db, clock, limit)
          for (const { name } of purged)
            await audit.record(transaction, { actor: null, action: 'product.purge', target: name })
          return purged.length
        },
        PURGE_BATCH_SIZE,
      )
    },
  }
}
