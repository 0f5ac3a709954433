import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LIST } from '#contracts/limits.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { PRODUCT_EDITOR_MESSAGES } from '#contracts/products/messages.ts'
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
import { createReviewDesk, type ReviewPage } from '#server/modules/product-reviews/service.ts'
import { createLiveIndex } from '#server/modules/search/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict, invalid, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import { type Database, isUniqueViolation, type Queryable, type Write } from '#server/platform/database/database.ts'
import { createBulkActs } from './bulk.ts'
import { catalogueName } from './names.ts'
import { createPutMany, type ManyProducts } from './put-many.ts'
import { listRecycled, purgeRecycled, restoreRecycled } from './recycle-bin.ts'
import { isOther, type ListChanges, replaceList } from './replace-list.ts'
import { sanitisedRichText } from './rich-text.ts'
import {
  countOfChanges,
  countProductViews,
  findByName,
  findProduct,
  insertProduct,
  lastChangeOf,
  lastPosition,
  listActiveNames,
  listActiveProducts,
  listLiveProducts,
  listNewestProducts,
  listProducts,
  type ProductRow,
  recycleProducts,
  updateProduct,
} from './store.ts'
import { createProductTable, type ProductTablePage } from './table.ts'
import { editorProduct, keptProduct, productCard, productColumns, publicProduct } from './view.ts'

export type { ListChanges, ManyProducts, ProductTablePage, ReviewPage }
export { catalogueName, sanitisedRichText }
export type CatalogueService = ReturnType<typeof createCatalogueService>

const ROWS_PER_TURN = 100

type Needs = { database: Database; clock: Clock; audit: AuditService }

/** The two catalogues: agent platforms and 78AI applications. */
export function createCatalogueService({ database, clock, audit }: Needs) {
  const indexes = { agent: createLiveIndex(database, 'agent'), ai: createLiveIndex(database, 'ai') }

  return {
    /** The catalogue as the back office lists it. */
    table: createProductTable(database),
    /** One act on many products. */
    bulk: createBulkActs({ database, clock, audit }),
    /** What visitors say of products, to be moderated. */
    reviews: createReviewDesk({ database, clock, audit }),
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

    /** Makes the rows agree with a document's list, inside the caller's transaction; see `replaceList`. */
    async replace(write: Write, catalogue: Catalogue, products: readonly ProductInput[]): Promise<ListChanges> {
      await write.hold(catalogueName(catalogue))
      const changes = await replaceList(write.tx, catalogue, products, timestamp(clock))
      if (changes.isChanged) write.touch(catalogueName(catalogue))
      return changes
    },

    /** Adds a product at the list's end, inside the caller's transaction. Throws `conflict` where its name is taken. */
    async create(
      write: Write,
      catalogue: Catalogue,
      product: ProductInput,
      actor: Actor | null = null,
    ): Promise<string> {
      const { tx } = write
      const id = product.id ?? randomUUID()
      const now = timestamp(clock)
      await write.hold(catalogueName(catalogue))
      if (await findByName(tx, catalogue, product.name)) throw nameTaken()
      await insertProduct(tx, {
        ...{ company: '', contactEmail: '', ...productColumns(product) },
        ...{ id, catalogue, position: (await lastPosition(tx, catalogue)) + 1, version: 1 },
        ...{ views: 0, createdAt: now, updatedAt: now, deletedAt: null },
      }).catch(takenName)
      write.touch(catalogueName(catalogue))
      if (actor) await audit.record(write, { actor, action: 'product.create', target: product.name })
      return id
    },

    /**
     * Replaces a product, inside the caller's transaction; saving what is there already changes nothing. Throws
     * `notFound`, `conflict` where another has its name, `staleRevision` where it is no longer at `version`.
     */
    async update(
      write: Write,
      { catalogue, id, version }: { catalogue: Catalogue; id: string; version?: number | undefined },
      product: ProductInput,
      actor: Actor,
    ): Promise<EditorProduct> {
      const { tx } = write
      await write.hold(catalogueName(catalogue))
      const row = await liveRow(tx, catalogue, id)
      if (version !== undefined && version !== row.version) throw new AppError('staleRevision')
      const columns = productColumns(product, row)
      if (!isOther(row, columns)) return editorProduct(row)
      const namesake = row.name === product.name ? undefined : await findByName(tx, catalogue, product.name)
      if (namesake) throw nameTaken()
      await updateProduct(tx, id, { ...columns, version: row.version + 1, updatedAt: timestamp(clock) }).catch(
        takenName,
      )
      write.touch(catalogueName(catalogue))
      await audit.record(write, { actor, action: 'product.update', target: product.name })
      return editorProduct(await liveRow(tx, catalogue, id))
    },

    /** Moves a product into the recycle bin, inside the caller's transaction. Throws `notFound`. */
    async remove(write: Write, catalogue: Catalogue, id: string, actor: Actor): Promise<void> {
      await write.hold(catalogueName(catalogue))
      const row = await liveRow(write.tx, catalogue, id)
      await recycleProducts(write.tx, [id], timestamp(clock))
      write.touch(catalogueName(catalogue))
      await audit.record(write, { actor, action: 'product.remove', target: row.name })
    },

    /** Takes a product out of the recycle bin, inside the caller's transaction; see `restoreRecycled`. */
    async restore(write: Write, catalogue: Catalogue, id: string, actor: Actor): Promise<void> {
      await write.hold(catalogueName(catalogue))
      const { name } = await restoreRecycled(write.tx, clock, catalogue, id)
      write.touch(catalogueName(catalogue))
      await audit.record(write, { actor, action: 'product.restore', target: name })
    },

    /** Counts views of an active product, inside the caller's transaction. Gives its id, where there is one. */
    countViews: async ({ tx }: Pick<Write, 'tx'>, of: { catalogue: Catalogue; idOrName: string; views: number }) =>
      isStorable(of.idOrName) ? countProductViews(tx, of.catalogue, of.idOrName, of.views) : undefined,

    listRecycled: (catalogue: Catalogue) => listRecycled(database.read, clock, catalogue),

    /** Deletes for good what lay in the recycle bin for longer than it is kept. */
    purge: () =>
      database.write(async (write) => {
        const purged = await purgeRecycled(write.tx, clock)
        for (const { name } of purged) await audit.record(write, { actor: null, action: 'product.purge', target: name })
      }),
  }
}

async function liveRow(tx: Queryable, catalogue: Catalogue, id: string): Promise<ProductRow> {
  const row = (await listProducts(tx, [id]))[0]
  if (!row || row.catalogue !== catalogue || row.deletedAt !== null) throw productMissing(catalogue)
  return row
}

/** That an editor's product is not there; visitors are told so in other words. */
export const productMissing = (catalogue: Catalogue) => notFound(PRODUCT_EDITOR_MESSAGES[catalogue].notFound)

const nameTaken = () => conflict(MESSAGES.productNameTaken, [{ path: 'name', message: MESSAGES.productNameTaken }])

/** The index on names is the last word where two transactions met. */
function takenName(error: unknown): never {
  throw isUniqueViolation(error) ? nameTaken() : error
}
