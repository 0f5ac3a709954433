import { setImmediate as nextTurn } from 'node:timers/promises'
import { LIST } from '#contracts/limits.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import type { Facet } from '#contracts/products/facets.ts'
import type {
  EditorProduct,
  ProductDetail,
  ProductFilter,
  ProductInput,
  ProductListQuery,
  ProductPage,
  ProductQuestion,
  PublicProduct,
  RatedProduct,
} from '#contracts/products/product.ts'
import { isStorable } from '#contracts/rules/storable-text.ts'
import type { Found } from '#contracts/search/found.ts'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { PublishedEvaluationService } from '#server/modules/published-evaluations/service.ts'
import { intersect, refreshPhrases, unite } from '#server/modules/search/service.ts'
import { invalid, notFound } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable, Write } from '#server/platform/database/database.ts'
import { deleteInSteps } from '#server/platform/database/delete-in-steps.ts'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import { createBulkActions } from './bulk-actions.ts'
import { createBulkSave } from './bulk-save.ts'
import { createCatalogueLists } from './catalogue-lists.ts'
import { createProductChanges } from './changes.ts'
import { createProductEditing } from './editing.ts'
import { assertPossible, hasFacets, listFacets, toFacetQuestion } from './facets.ts'
import { followReviewedProducts } from './indexes.ts'
import { createLists } from './lists.ts'
import { listRecycled, purgeRecycled } from './recycle-bin.ts'
import type { ListChanges } from './replace-list.ts'
import { sanitizeLongTexts, sanitizeProducts } from './sanitize-long-texts.ts'
import {
  catalogueTopic,
  countLiveProducts,
  countOfChanges,
  findLastChange,
  findProduct,
  listActiveNames,
  listActiveProducts,
  listActiveProductsAfter,
  listIdentities,
  listLengthsAfter,
  listLiveProducts,
  listLiveProductsAfter,
  listNamedProducts,
  listNewestProducts,
  listProductsByNumber,
  type ProductPlace,
  type ProductRow,
  ratingsTopic,
} from './store.ts'
import { createProductTable } from './table.ts'
import { toVerdict } from './verdicts.ts'
import {
  getIndexedVersion,
  getReviews,
  toEditorProduct,
  toProductCard,
  toPublicProduct,
  toRatedProduct,
  toStoredProduct,
} from './view.ts'
import { createValueSearch, findInDetails, findInProduct } from './wider-search.ts'

export type { ListChanges, ProductRow }
export {
  catalogueTopic,
  followReviewedProducts,
  getIndexedVersion,
  getReviews,
  ratingsTopic,
  sanitizeLongTexts,
  sanitizeProducts,
}

/** Each takes its facts, its reviews and its words along. */
const PURGED_AT_ONCE = 20

export type ProductService = ReturnType<typeof createProductService>

/** A product as a hit of a search. */
export type FoundProduct = { id: string; number: number; name: string; slogan: string; found: Found | null }

/** Products that a stream of the whole catalogue reads with one query. */
const STREAMED_PER_READ = 200
/** The same for an export, whose rows are longer: with their facts they hold nobody up. */
const EXPORTED_PER_READ = 20

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  facts: Pick<FactService, 'getPublic' | 'listPublic' | 'filterValues' | 'attributes'>
  published: Pick<PublishedEvaluationService, 'listValid'>
}

/** Creates the service for the two catalogues: agent platforms and 78AI applications. */
export function createProductService({ database, clock, audit, facts, published }: Dependencies) {
  const indexes = {
    agent: createCatalogueLists(database, facts, 'agent'),
    ai: createCatalogueLists(database, facts, 'ai'),
  }
  const lists = createLists({ database, facts, values: createValueSearch() })
  const changes = createProductChanges({ clock, audit })
  const table = createProductTable(database, indexes)

  /** One active product by its id or exact name. Throws `invalid` for none given, `notFound` if there is none. */
  async function find(catalogue: Catalogue, idOrName: string): Promise<RatedProduct> {
    const isAgent = catalogue === 'agent'
    if (idOrName.trim() === '') throw invalid(isAgent ? MESSAGES.productIdInvalid : MESSAGES.aiNameInvalid)
    const row = isStorable(idOrName) ? await findProduct(database.read, catalogue, idOrName) : undefined
    if (!row?.isActive) throw notFound(isAgent ? MESSAGES.productNotFound : MESSAGES.aiProductNotFound)
    return toRatedProduct(row)
  }

  /** Returns where a search found products, by their ids; those that have changed since may have no place. */
  async function findPlaces(rows: readonly ProductRow[], search: string): Promise<ReadonlyMap<string, Found | null>> {
    if (search.trim() === '') return new Map()
    const places = new Map<string, Found | null>()
    for (const row of rows) {
      await yieldToEventLoop()
      places.set(row.id, findInProduct(row, search))
    }
    const others = rows.filter(({ id }) => places.get(id) === null)
    if (others.length === 0) return places
    const known = await facts.listPublic(others.map(({ id }) => id))
    for (const { id, detailsJson } of others) {
      await yieldToEventLoop()
      places.set(id, findInDetails(detailsJson, known.get(id)?.facts ?? [], search))
    }
    return places
  }

  return {
    ...changes,
    find,

    /** Returns the same with what is known of it. */
    async getDetail(catalogue: Catalogue, idOrName: string): Promise<ProductDetail> {
      const product = await find(catalogue, idOrName)
      const verdict = toVerdict((await published.listValid()).find(product.id))
      return { ...product, ...(await facts.getPublic(product.id)), verdict }
    },

    /** Reads and saves single products for the editor. */
    editing: createProductEditing({ database, changes }),
    /** The catalogue as the back office lists it. */
    table,
    /** One act on many products. */
    bulk: createBulkActions({ database, clock, audit, findMatching: table.find }),
    /** Creates and updates many products at once. */
    ...createBulkSave(clock),

    /**
     * Active products by search, filters, order and page; all of them, at most 1,000, if no page is named. Throws
     * `invalid` for a filter by facts that there isn't.
     */
    async list(query: ProductListQuery): Promise<ProductPage> {
      const { catalogue } = query
      if (hasFacets(query)) assertPossible(query.f, await facts.attributes.list(catalogue))
      const verdicts = await published.listValid()
      const index = await indexes[catalogue]()
      const { first, others } = await lists.find(catalogue, index, query, verdicts)
      const chosen = index.choose(toFacetQuestion(query))
      const answer = { first: intersect(first, chosen), others: intersect(others, chosen) }
      const { total, page } = await lists.order(index, answer, query, verdicts)
      const limit = query.page === undefined ? LIST.products : query.pageSize
      const current = query.page ?? 1
      const rows = await listProductsByNumber(database.read, page((current - 1) * limit, limit))
      const places = await findPlaces(rows, query.search)
      return {
        products: await viewRows(rows, (row) => {
          const product = query.fields === 'card' ? toProductCard(row) : toRatedProduct(row)
          return { ...product, verdict: toVerdict(verdicts.find(row.id)), found: places.get(row.id) ?? null }
        }),
        pagination: { current, total: Math.ceil(total / limit), limit, totalItems: total },
      }
    },

    /** Lists what a filter's products can be narrowed by, with counts. Throws `invalid` as `list` does. */
    async listFacets(filter: ProductFilter): Promise<Facet[]> {
      const attributes = await facts.attributes.list(filter.catalogue)
      assertPossible(filter.f, attributes)
      const question: ProductQuestion = { ...filter, sort: 'name', order: 'asc' }
      const index = await indexes[filter.catalogue]()
      const { first, others } = await lists.find(filter.catalogue, index, question, await published.listValid())
      const counts = index.count(unite([first, others]), toFacetQuestion(filter))
      return listFacets(attributes, counts, filter.f)
    },

    /**
     * Returns the numbers of the active products that a search finds: those that it names first, then by slogan and
     * description, then by anything else.
     */
    async search(catalogue: Catalogue, search: string): Promise<{ named: number[]; others: number[] }> {
      const question: ProductQuestion = {
        search,
        category: '',
        price: '',
        type: '',
        verdict: '',
        sort: 'rating',
        order: 'desc',
      }
      const index = await indexes[catalogue]()
      return lists.rank(index, await lists.find(catalogue, index, question, await published.listValid()), search)
    },

    /** Returns products by their numbers, in that order, as hits of a search; those that are gone are left out. */
    async listFound(numbers: readonly number[], search: string): Promise<FoundProduct[]> {
      const rows = await listProductsByNumber(database.read, numbers)
      const places = await findPlaces(rows, search)
      return rows.map(({ id, number, name, slogan }) => ({
        id,
        number,
        name,
        slogan,
        found: places.get(id) ?? null,
      }))
    },

    /** Returns the id of an active product by its id or exact name; `undefined` if there is none. */
    async findActiveId(catalogue: Catalogue, idOrName: string): Promise<string | undefined> {
      const row = isStorable(idOrName) ? await findProduct(database.read, catalogue, idOrName) : undefined
      return row?.isActive ? row.id : undefined
    },

    /** Lists the active products as the catalogue's document shows them, in its order; at most 1,000. */
    listForDocument: async (catalogue: Catalogue): Promise<PublicProduct[]> =>
      viewRows(await listActiveProducts(database.read, catalogue, LIST.products), toPublicProduct),

    /** Reads every active product of a catalogue, a page at a time. */
    async *streamActive(catalogue: Catalogue): AsyncGenerator<RatedProduct[]> {
      let lastId: string | undefined = ''
      while (lastId !== undefined) {
        const rows: ProductRow[] = await listActiveProductsAfter(database.read, catalogue, lastId, STREAMED_PER_READ)
        if (rows.length > 0) yield await viewRows(rows, toRatedProduct)
        lastId = rows.length < STREAMED_PER_READ ? undefined : rows.at(-1)?.id
      }
    },

    /** Lists the active products that were added last, and when; the newest first. */
    listNewest: async (catalogue: Catalogue, limit: number): Promise<{ product: PublicProduct; createdAt: string }[]> =>
      (await listNewestProducts(database.read, catalogue, limit)).map((row) => ({
        product: toPublicProduct(row),
        createdAt: row.createdAt,
      })),

    /** Ids, names and times of the active products, for the site map. */
    listNames: (catalogue: Catalogue) => listActiveNames(database.read, catalogue),

    /** Returns how often the catalogue's products have changed: their part of the document's revision. */
    changes: (catalogue: Catalogue) => countOfChanges(database.read, catalogueTopic(catalogue)),

    /** Lists all products that are not in the recycle bin, in the document's order; at most 1,000. */
    listForEditing: async (catalogue: Catalogue): Promise<EditorProduct[]> =>
      viewRows(await listLiveProducts(database.read, catalogue, LIST.products), toEditorProduct),

    /**
     * Reads the same, however many there are, a page at a time; with `ids` only those among them. Takes the database as
     * it is, or a view of it.
     */
    async *streamForEditing(
      db: Queryable,
      catalogue: Catalogue,
      ids?: ReadonlySet<string>,
    ): AsyncGenerator<EditorProduct[]> {
      let last: ProductRow | undefined
      do {
        const rows: ProductRow[] = await listLiveProductsAfter(db, catalogue, last, EXPORTED_PER_READ)
        const chosen = ids ? rows.filter(({ id }) => ids.has(id)) : rows
        if (chosen.length > 0) yield await viewRows(chosen, toEditorProduct)
        last = rows.length < EXPORTED_PER_READ ? undefined : rows.at(-1)
        // A database in the process answers at once.
        await nextTurn()
      } while (last)
    },

    /** Reads the ids of all products that are not in the recycle bin, with the length of their longest texts together. */
    async *streamLengths(db: Queryable, catalogue: Catalogue): AsyncGenerator<{ id: string; length: number }[]> {
      let last: (ProductPlace & { length: number }) | undefined
      do {
        const rows: (ProductPlace & { length: number })[] = await listLengthsAfter(
          db,
          catalogue,
          last,
          STREAMED_PER_READ,
        )
        yield rows
        last = rows.length < STREAMED_PER_READ ? undefined : rows.at(-1)
        await nextTurn()
      } while (last)
    },

    /** Returns how many products are not in the recycle bin. */
    countForEditing: (catalogue: Catalogue): Promise<number> => countLiveProducts(database.read, catalogue),

    /** Lists those of a catalogue that have one of some ids or exact names. */
    listNamed: async (catalogue: Catalogue, idsOrNames: readonly string[]): Promise<EditorProduct[]> =>
      viewRows(await listNamedProducts(database.read, catalogue, idsOrNames), toEditorProduct),

    /** Lists the same inside a transaction, for its reply and for the revision that it keeps. */
    async listStored(
      { tx }: Write,
      catalogue: Catalogue,
    ): Promise<{ edited: EditorProduct[]; keptIds: ProductInput[] }> {
      const edited = await viewRows(await listLiveProducts(tx, catalogue, LIST.products), toEditorProduct)
      return { edited, keptIds: edited.map(toStoredProduct) }
    },

    /** Finds a product by its id or exact name, active or not, as a save takes it, with its version. */
    async findStored(
      db: Queryable,
      catalogue: Catalogue,
      idOrName: string,
    ): Promise<{ id: string; version: number; product: ProductInput } | undefined> {
      const row = isStorable(idOrName) ? await findProduct(db, catalogue, idOrName) : undefined
      return row && { id: row.id, version: row.version, product: toStoredProduct(toEditorProduct(row)) }
    },

    /** Lists all products that are not in the recycle bin, by what they are told apart by. */
    listIdentities: (catalogue: Catalogue) => listIdentities(database.read, catalogue),

    /** Returns when a product of the catalogue last changed. */
    lastChange: (catalogue: Catalogue) => findLastChange(database.read, catalogue),

    listRecycled: (catalogue: Catalogue, page = 1) => listRecycled(database.read, clock, { catalogue, page }),

    /** Prepares the lists of products before the first request. */
    prepare: async (): Promise<void> => {
      for (const catalogue of CATALOGUES) await indexes[catalogue]()
    },

    /** Has searches know the places in texts that have changed; see `refreshPhrases`. */
    refreshSearch: (): Promise<boolean> => refreshPhrases(database),

    /** Deletes for good what lay in the recycle bin for longer than it is kept. */
    async purge(): Promise<void> {
      // What goes leaves no change behind: the lists have to know by now that it isn't theirs.
      for (const catalogue of CATALOGUES) await indexes[catalogue]()
      await deleteInSteps(
        database,
        async (write, limit) => {
          const purged = await purgeRecycled(write.tx, clock, limit)
          for (const { name } of purged)
            await audit.record(write, { actor: null, action: 'product.purge', target: name })
          return purged.length
        },
        PURGED_AT_ONCE,
      )
    },
  }
}

/** Converts rows one by one: a thousand rich texts take their time to sanitize. */
async function viewRows<View>(rows: readonly ProductRow[], toView: (row: ProductRow) => View): Promise<View[]> {
  const views: View[] = []
  for (const row of rows) {
    await yieldToEventLoop()
    views.push(toView(row))
  }
  return views
}
