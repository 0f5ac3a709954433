import { randomUUID } from 'node:crypto'
import { LIST } from '#contracts/limits.ts'
import { MESSAGES } from '#contracts/messages.ts'
import type { ProductInput, ProductListQuery, ProductPage, PublicProduct } from '#contracts/product.ts'
import { isStorable } from '#contracts/rules/storable-text.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { conflict, invalid, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import { type Database, isUniqueViolation, type Write } from '#server/platform/database/database.ts'
import { createLiveIndex } from './live-index.ts'
import { catalogueName } from './names.ts'
import {
  countOfChanges,
  findProduct,
  insertProduct,
  lastPosition,
  listActiveNames,
  listActiveProducts,
  listNewestProducts,
  listProducts,
} from './store.ts'
import { productCard, productColumns, publicProduct } from './view.ts'

export { catalogueName }
export type CatalogueService = ReturnType<typeof createCatalogueService>

/** The two catalogues: agent platforms and 78AI applications. */
export function createCatalogueService({ database, clock }: { database: Database; clock: Clock }) {
  const indexes = { agent: createLiveIndex(database, 'agent'), ai: createLiveIndex(database, 'ai') }

  return {
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

    /** Adds a product at the list's end, inside the caller's transaction. Throws `conflict` where its name is taken. */
    async create({ tx, touch }: Write, catalogue: Catalogue, product: ProductInput): Promise<string> {
      const id = product.id ?? randomUUID()
      const now = timestamp(clock)
      if (await findProduct(tx, catalogue, product.name)) throw conflict(MESSAGES.productNameTaken)
      try {
        await insertProduct(tx, {
          ...productColumns(product),
          ...{ id, catalogue, position: (await lastPosition(tx, catalogue)) + 1, version: 1 },
          ...{ company: '', contactEmail: '', views: 0, createdAt: now, updatedAt: now, deletedAt: null },
        })
      } catch (error) {
        throw isUniqueViolation(error) ? conflict(MESSAGES.productNameTaken) : error
      }
      touch(catalogueName(catalogue))
      return id
    },
  }
}
