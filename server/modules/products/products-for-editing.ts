/** The products as the back office, imports and exports see them. */
import type { Authorship } from '#contracts/content/revision.ts'
import type { EditorProduct, ProductInput } from '#contracts/products/product.ts'
import { isStorable } from '#contracts/rules/storable-text.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { findAuthorship } from '#server/platform/database/find-authorship.ts'
import { streamPages } from '#server/platform/tables/stream-pages.ts'
import {
  countLiveProducts,
  findLastSavedId,
  findNamesake,
  findProduct,
  listIdentities,
  listLiveProductsAfter,
  listNamedProducts,
  listProducts,
  type ProductRow,
} from './store.ts'
import { mapRows, toEditorProduct, toProductInput } from './view.ts'

/** A product as input of a save, with its version. */
type StoredProduct = { id: string; version: number; product: ProductInput }

const toStoredProduct = (row: ProductRow): StoredProduct => ({
  id: row.id,
  version: row.version,
  product: toProductInput(toEditorProduct(row)),
})

/** Products per query of an export, whose rows are longer: small enough not to delay other requests. */
const EXPORTED_PRODUCTS_PER_QUERY = 20

/** Creates the functions that read all products outside the recycle bin, active or not. */
export function createProductsForEditing(database: Database) {
  return {
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

    /** Returns the number of products outside the recycle bin. */
    countForEditing: (catalogue: Catalogue): Promise<number> => countLiveProducts(database.read, catalogue),

    /** Lists the products of a catalogue with one of the given ids or exact names. */
    listNamed: async (catalogue: Catalogue, idsOrNames: readonly string[]): Promise<EditorProduct[]> =>
      mapRows(await listNamedProducts(database.read, catalogue, idsOrNames), toEditorProduct),

    /** Finds an active or inactive product by its id or exact name, as input of a save, with its version. */
    async findStored(db: Queryable, catalogue: Catalogue, idOrName: string): Promise<StoredProduct | undefined> {
      const row = isStorable(idOrName) ? await findProduct(db, catalogue, idOrName) : undefined
      return row && toStoredProduct(row)
    },

    /** Finds a product outside the recycle bin by a name that is equal to its name or looks like it. */
    async findNamesake(db: Queryable, catalogue: Catalogue, name: string): Promise<StoredProduct | undefined> {
      const namesake = await findNamesake(db, catalogue, name)
      const [row] = namesake ? await listProducts(db, [namesake.id]) : []
      return row && toStoredProduct(row)
    },

    /** Lists the identifying fields of all products outside the recycle bin. */
    listIdentities: (catalogue: Catalogue) => listIdentities(database.read, catalogue),

    /** Returns who last saved a product of the catalogue, or moved it into the recycle bin, and when. */
    async findLastSave(catalogue: Catalogue): Promise<Authorship | undefined> {
      const id = await findLastSavedId(database.read, catalogue)
      return id === undefined ? undefined : findAuthorship(database.read, 'products', id)
    },
  }
}
