import type { Catalogue } from '#contracts/vocabulary.ts'
import { getCatalogueTopic } from '#server/modules/facts/service.ts'
import { createSyncedIndex, type SyncedIndex } from '#server/modules/search/service.ts'
import type { Database } from '#server/platform/database/database.ts'
import { listProducts, type ProductRow } from '../store.ts'
import { getRatingsTopic } from '../topics.ts'
import { listReviewedVersions } from './store.ts'

type IndexOptions<Item, Index extends SyncedIndex<Item>> = {
  catalogue: Catalogue
  index: Index
  /** Returns the item that the index stores for a row. */
  getItem: (row: ProductRow) => Item
}

/** Creates a function that returns the up-to-date index of a catalogue's products with reviews in their details. */
export const createReviewedProductIndex = <Item, Index extends SyncedIndex<Item>>(
  { read, changes }: Database,
  { catalogue, index, getItem }: IndexOptions<Item, Index>,
): (() => Promise<Index>) =>
  createSyncedIndex(
    changes,
    {
      topics: [getCatalogueTopic(catalogue), getRatingsTopic(catalogue)],
      listVersions: () => listReviewedVersions(read, catalogue),
      listItems: async (ids) => (await listProducts(read, ids)).map(getItem),
    },
    index,
  )
