/** The products of a catalogue as a part of its document. */

import { LIST } from '#contracts/limits.ts'
import { type Caller, can } from '#contracts/permissions.ts'
import type { EditorProduct, ProductInput, PublicProduct } from '#contracts/products/product.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { getCatalogueTopic } from '#server/modules/facts/service.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { countChanges, listActiveProducts, listLiveProducts } from './store.ts'
import { mapRows, toEditorProduct, toProductInput, toPublicProduct, toReadableProduct } from './view.ts'

/** Creates the functions that read the products of a catalogue for its document. */
export function createDocumentProducts(database: Database) {
  return {
    /**
     * Lists the products of a catalogue's document, in its order; at most 1,000. Visitors see the active ones; staff
     * see all outside the recycle bin, without contact data if they may not edit them.
     */
    async listForDocument(catalogue: Catalogue, caller: Caller | null): Promise<(PublicProduct | EditorProduct)[]> {
      if (!can(caller, 'products:read'))
        return mapRows(await listActiveProducts(database.read, catalogue, LIST.products), toPublicProduct)
      const rows = await listLiveProducts(database.read, catalogue, LIST.products)
      return mapRows(rows, (row) => toReadableProduct(row, caller))
    },

    /** Returns the number of changes to the catalogue's products, which is part of the document's revision. */
    countChanges: (catalogue: Catalogue) => countChanges(database.read, getCatalogueTopic(catalogue)),

    /** Lists a catalogue's products inside the transaction that saves its document, for reply and revision. */
    async listForSave(
      { db }: Transaction,
      catalogue: Catalogue,
    ): Promise<{ replyProducts: EditorProduct[]; revisionProducts: ProductInput[] }> {
      const replyProducts = await mapRows(await listLiveProducts(db, catalogue, LIST.products), toEditorProduct)
      return { replyProducts, revisionProducts: replyProducts.map(toProductInput) }
    },
  }
}
