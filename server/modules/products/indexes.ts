import type { Catalogue } from '#contracts/vocabulary.ts'
import { type FactService, factsName } from '#server/modules/facts/service.ts'
import { FacetIndex, getSyncedIndex, type LiveIndex, ProductIndex } from '#server/modules/search/service.ts'
import type { Database } from '#server/platform/database/database.ts'
import {
  catalogueName,
  listSearchedProducts,
  listVersions,
  ratingsName,
  type Scope,
  type SearchedRow,
} from './store.ts'
import { toIndexedProduct } from './view.ts'

type SyncState<Item, Index extends LiveIndex<Item>> = {
  catalogue: Catalogue
  scope: Scope
  index: Index
  /** Returns what the index keeps of a row. */
  getItem: (row: SearchedRow) => Item
}

/** Returns a function that returns the up-to-date index of a catalogue. */
export const followProducts = <Item, Index extends LiveIndex<Item>>(
  { read, changes }: Database,
  { catalogue, scope, index, getItem }: SyncState<Item, Index>,
): (() => Promise<Index>) =>
  getSyncedIndex(
    changes,
    {
      names: [catalogueName(catalogue), ratingsName(catalogue)],
      listVersions: () => listVersions(read, catalogue, scope),
      listItems: async (ids) => (await listSearchedProducts(read, ids)).map(getItem),
    },
    index,
  )

/** Creates the index by which a catalogue's products are searched. */
export const createProductIndex = (database: Database, catalogue: Catalogue, scope: Scope) =>
  followProducts(database, { catalogue, scope, index: new ProductIndex(), getItem: toIndexedProduct })

/** Creates the index by which a catalogue's products are filtered by their facts, and counted. */
export const createFacetIndex = (
  { changes }: Database,
  { filterValues }: Pick<FactService, 'filterValues'>,
  catalogue: Catalogue,
) =>
  getSyncedIndex(
    changes,
    {
      names: [factsName(catalogue)],
      listVersions: () => filterValues.listVersions(catalogue),
      listItems: filterValues.list,
    },
    new FacetIndex(),
  )
