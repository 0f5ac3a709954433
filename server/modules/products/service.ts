import { LIST } from '#contracts/limits.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import type {
  EditorProduct,
  ProductDetail,
  ProductInput,
  ProductListQuery,
  ProductPage,
  PublicProduct,
  RatedProduct,
} from '#contracts/products/product.ts'
import { isStorable } from '#contracts/rules/storable-text.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { PublishedEvaluationService } from '#server/modules/published-evaluations/service.ts'
import { invalid, notFound } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable, Write } from '#server/platform/database/database.ts'
import { createTurns } from '#server/platform/turns.ts'
import { createBulkActions } from './bulk-actions.ts'
import { createBulkSave } from './bulk-save.ts'
import { createProductChanges } from './changes.ts'
import { createProductEditing } from './editing.ts'
import { createProductIndex, followProducts } from './indexes.ts'
import { listRecycled, purgeRecycled } from './recycle-bin.ts'
import type { ListChanges } from './replace-list.ts'
import { sanitizeLongTexts, sanitizeProducts } from './sanitize-long-texts.ts'
import {
  catalogueName,
  countOfChanges,
  findLastChange,
  findProduct,
  listActiveNames,
  listActiveProducts,
  listActiveProductsAfter,
  listIdentities,
  listLiveProducts,
  listNewestProducts,
  listProducts,
  type ProductRow,
  ratingsName,
} from './store.ts'
import { createProductTable } from './table.ts'
import { applyVerdicts, toIndexQuestion, toVerdict } from './verdicts.ts'
import {
  getIndexedVersion,
  getReviews,
  toEditorProduct,
  toProductCard,
  toPublicProduct,
  toRatedProduct,
  toStoredProduct,
} from './view.ts'

export type { ListChanges, ProductRow }
export {
  catalogueName,
  followProducts,
  getIndexedVersion,
  getReviews,
  ratingsName,
  sanitizeLongTexts,
  sanitizeProducts,
}
export type ProductService = ReturnType<typeof createProductService>

/** Products that a stream of the whole catalogue reads with one query. */
const STREAMED_PER_READ = 200

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  facts: Pick<FactService, 'getPublic'>
  published: Pick<PublishedEvaluationService, 'listValid'>
}

/** Creates the service for the two catalogues: agent platforms and 78AI applications. */
export function createProductService({ database, clock, audit, facts, published }: Dependencies) {
  const indexes = {
    agent: createProductIndex(database, 'agent', 'active'),
    ai: createProductIndex(database, 'ai', 'active'),
  }
  const changes = createProductChanges({ clock, audit })
  const table = createProductTable(database)

  /** One active product by its id or exact name. Throws `invalid` for none given, `notFound` if there is none. */
  async function find(catalogue: Catalogue, idOrName: string): Promise<RatedProduct> {
    const isAgent = catalogue === 'agent'
    if (idOrName.trim() === '') throw invalid(isAgent ? MESSAGES.productIdInvalid : MESSAGES.aiNameInvalid)
    const row = isStorable(idOrName) ? await findProduct(database.read, catalogue, idOrName) : undefined
    if (!row?.isActive) throw notFound(isAgent ? MESSAGES.productNotFound : MESSAGES.aiProductNotFound)
    return toRatedProduct(row)
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
    saveMany: createBulkSave({ database, clock, audit }),

    /** Active products by search, filters, order and page; all of them, at most 1,000, if no page is named. */
    async list(query: ProductListQuery): Promise<ProductPage> {
      const verdicts = await published.listValid()
      const index = await indexes[query.catalogue]()
      const result = applyVerdicts(index.find(toIndexQuestion(query)), query, verdicts)
      const limit = query.page === undefined ? LIST.products : query.pageSize
      const current = query.page ?? 1
      const ids = result.slice((current - 1) * limit, current * limit)
      const rows = new Map((ids.length > 0 ? await listProducts(database.read, ids) : []).map((row) => [row.id, row]))
      return {
        products: await viewRows(
          ids.flatMap((id) => rows.get(id) ?? []),
          (row) => {
            const product = query.fields === 'card' ? toProductCard(row) : toRatedProduct(row)
            return { ...product, verdict: toVerdict(verdicts.find(row.id)) }
          },
        ),
        pagination: { current, total: Math.ceil(result.length / limit), limit, totalItems: result.length },
      }
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
    changes: (catalogue: Catalogue) => countOfChanges(database.read, catalogueName(catalogue)),

    /** Lists all products that are not in the recycle bin, in the document's order; at most 1,000. */
    listForEditing: async (catalogue: Catalogue): Promise<EditorProduct[]> =>
      viewRows(await listLiveProducts(database.read, catalogue, LIST.products), toEditorProduct),

    /** Lists the same, however many there are: for an export, or to plan an import. */
    listAllForEditing: async (catalogue: Catalogue): Promise<EditorProduct[]> =>
      viewRows(await listLiveProducts(database.read, catalogue), toEditorProduct),

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

    listRecycled: (catalogue: Catalogue) => listRecycled(database.read, clock, catalogue),

    /** Deletes for good what lay in the recycle bin for longer than it is kept. */
    purge: () =>
      database.write(async (write) => {
        const purged = await purgeRecycled(write.tx, clock)
        for (const { name } of purged) await audit.record(write, { actor: null, action: 'product.purge', target: name })
      }),
  }
}

/** Converts rows one by one: a thousand rich texts take their time to sanitize. */
async function viewRows<View>(rows: readonly ProductRow[], toView: (row: ProductRow) => View): Promise<View[]> {
  const letOthersIn = createTurns()
  const views: View[] = []
  for (const row of rows) {
    await letOthersIn()
    views.push(toView(row))
  }
  return views
}
