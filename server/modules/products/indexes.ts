import type { Catalogue } from '#contracts/vocabulary.ts'
import { createLiveIndex, type LiveIndex, ProductIndex } from '#server/modules/search/service.ts'
import type { Database } from '#server/platform/database/database.ts'
import { catalogueName, listProducts, listVersions, type ProductRow, type Scope } from './store.ts'
import { indexedProduct } from './view.ts'

type Followed<Item, Index extends LiveIndex<Item>> = {
  catalogue: Catalogue
  scope: Scope
  index: Index
  /** What the index keeps of a row. */
  itemOf: (row: ProductRow) => Item
}

/** Returns a function that returns the index in step with a catalogue's rows. */
export const followProducts = <Item, Index extends LiveIndex<Item>>(
  { read, changes }: Database,
  { catalogue, scope, index, itemOf }: Followed<Item, Index>,
): (() => Promise<Index>) =>
  createLiveIndex(
    changes,
    {
      name: catalogueName(catalogue),
      listVersions: () => listVersions(read, catalogue, scope),
      listItems: async (ids) => (await listProducts(read, ids)).map(itemOf),
    },
    index,
  )

/** The index by which a catalogue's products are searched. */
export const createProductIndex = (database: Database, catalogue: Catalogue, scope: Scope) =>
  followProducts(database, { catalogue, scope, index: new ProductIndex(), itemOf: indexedProduct })
