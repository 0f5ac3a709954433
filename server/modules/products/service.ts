import { setImmediate as nextTurn } from 'node:timers/promises'
import { LIST } from '#contracts/limits.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import type {
  EditorProduct,
  ProductInput,
  ProductListQuery,
  ProductPage,
  PublicProduct,
} from '#contracts/products/product.ts'
import { isStorable } from '#contracts/rules/storable-text.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import { invalid, notFound } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Write } from '#server/platform/database/database.ts'
import { createBulkActs } from './bulk.ts'
import { createProductChanges } from './changes.ts'
import { createProductEditing } from './editing.ts'
import { createProductIndex, followProducts } from './indexes.ts'
import { createPutMany } from './put-many.ts'
import { listRecycled, purgeRecycled } from './recycle-bin.ts'
import type { ListChanges } from './replace-list.ts'
import { sanitisedRichText } from './rich-text.ts'
import {
  catalogueName,
  countOfChanges,
  findProduct,
  lastChangeOf,
  listActiveNames,
  listActiveProducts,
  listLiveProducts,
  listNewestProducts,
  listProducts,
  type ProductRow,
} from './store.ts'
import { createProductTable } from './table.ts'
import { editorProduct, keptProduct, productCard, publicProduct, reviewsOf } from './view.ts'

export type { ListChanges, ProductRow }
export { catalogueName, followProducts, reviewsOf, sanitisedRichText }
export type ProductService = ReturnType<typeof createProductService>

const ROWS_PER_TURN = 100

type Needs = { database: Database; clock: Clock; audit: AuditService }

/** The two catalogues: agent platforms and 78AI applications. */
export function createProductService({ database, clock, audit }: Needs) {
  const indexes = {
    agent: createProductIndex(database, 'agent', 'active'),
    ai: createProductIndex(database, 'ai', 'active'),
  }
  const changes = createProductChanges({ clock, audit })

  return {
    ...changes,
    /** One product at a time, as its editor reads and saves it. */
    editing: createProductEditing({ database, changes }),
    /** The catalogue as the back office lists it. */
    table: createProductTable(database),
    /** One act on many products. */
    bulk: createBulkActs({ database, clock, audit }),
    /** Makes and changes many products at once. */
    putMany: createPutMany({ database, clock, audit }),

    /** Active products by search, filters, order and page; all of them, at most 1,000, where no page is named. */
    async list(query: ProductListQuery): Promise<ProductPage> {
      const index = await indexes[query.catalogue]()
      const found = index.find(query)
      const limit = query.page === undefined ? LIST.products : query.pageSize
      const current = query.page ?? 1
      const ids = found.slice((current - 1) * limit, current * limit)
      const rows = new Map((ids.length > 0 ? await listProducts(database.read, ids) : []).map((row) => [row.id, row]))
      return {
        products: ids.flatMap((id) => rows.get(id) ?? []).map(query.fields === 'card' ? productCard : publicProduct),
        pagination: { current, total: Math.ceil(found.length / limit), limit, totalItems: found.length },
      }
    },

    /** One active product by its id or exact name. Throws `invalid` for none given, `notFound` where there is none. */
    async find(catalogue: Catalogue, idOrName: string): Promise<PublicProduct> {
      const isAgent = catalogue === 'agent'
      if (idOrName.trim() === '') throw invalid(isAgent ? MESSAGES.productIdInvalid : MESSAGES.aiNameInvalid)
      const row = isStorable(idOrName) ? await findProduct(database.read, catalogue, idOrName) : undefined
      if (!row?.isActive) throw notFound(isAgent ? MESSAGES.productNotFound : MESSAGES.aiProductNotFound)
      return publicProduct(row)
    },

    /** The active products as the catalogue's document shows them, in its order; at most 1,000. */
    listForDocument: async (catalogue: Catalogue): Promise<PublicProduct[]> =>
      (await listActiveProducts(database.read, catalogue, LIST.products)).map(publicProduct),

    /** The active products that were added last, and when; the newest first. */
    listNewest: async (catalogue: Catalogue, limit: number): Promise<{ product: PublicProduct; createdAt: string }[]> =>
      (await listNewestProducts(database.read, catalogue, limit)).map((row) => ({
        product: publicProduct(row),
        createdAt: row.createdAt,
      })),

    /** Ids, names and times of the active products, for the site map. */
    listNames: (catalogue: Catalogue) => listActiveNames(database.read, catalogue),

    /** How often the catalogue's products have changed: their part of the document's revision. */
    changes: (catalogue: Catalogue) => countOfChanges(database.read, catalogueName(catalogue)),

    /** All products that are not in the recycle bin, in the document's order; at most 1,000. */
    listForEditing: async (catalogue: Catalogue): Promise<EditorProduct[]> =>
      (await listLiveProducts(database.read, catalogue, LIST.products)).map(editorProduct),

    /** The same, however many there are: for an export, or to plan an import. */
    async listAllForEditing(catalogue: Catalogue): Promise<EditorProduct[]> {
      const products: EditorProduct[] = []
      for (const [at, row] of (await listLiveProducts(database.read, catalogue)).entries()) {
        // Thousands of rich texts take their time to clean: others get their turn in between.
        if (at % ROWS_PER_TURN === 0) await nextTurn()
        products.push(editorProduct(row))
      }
      return products
    },

    /** The same inside a transaction, for its reply and for the revision that it keeps. */
    async listStored({ tx }: Write, catalogue: Catalogue): Promise<{ edited: EditorProduct[]; kept: ProductInput[] }> {
      const edited = (await listLiveProducts(tx, catalogue, LIST.products)).map(editorProduct)
      return { edited, kept: edited.map(keptProduct) }
    },

    /** When a product of the catalogue last changed. */
    lastChange: (catalogue: Catalogue) => lastChangeOf(database.read, catalogue),

    listRecycled: (catalogue: Catalogue) => listRecycled(database.read, clock, catalogue),

    /** Deletes for good what lay in the recycle bin for longer than it is kept. */
    purge: () =>
      database.write(async (write) => {
        const purged = await purgeRecycled(write.tx, clock)
        for (const { name } of purged) await audit.record(write, { actor: null, action: 'product.purge', target: name })
      }),
  }
}
