/** A catalogue as listed in the back office: includes inactive products, with the same search as the public site. */
import { type ChangesQuery, isChangesQuery } from '#contracts/mirror.ts'
import { type Pagination, toPagination } from '#contracts/pagination.ts'
import type {
  ProductFacets,
  ProductTableFilter,
  ProductTableQuery,
  ProductTableRow,
} from '#contracts/products/product-table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { type CatalogueIndex, type IndexedProduct, toFieldCondition } from '#server/modules/search/service.ts'
import { toChangePagination, toChangeRange } from '#server/platform/change-cursor.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { CatalogueIndexes } from './catalogue-index/synced-catalogue-index.ts'
import { listProductsByNumber } from './numbers/store.ts'
import { filterProducts, RANKS, rankBySearch, rankBySummary, rankProducts, sortByName } from './search-ranking.ts'
import { listChangedProducts } from './store.ts'
import { toTableRow } from './view.ts'

type ProductTablePage = { items: ProductTableRow[]; pagination: Pagination; facets: ProductFacets }

type Dependencies = { database: Pick<Database, 'read'>; clock: Clock; indexes: CatalogueIndexes }

/** Creates the queries of the back office's list. */
export function createProductTable({ database: { read }, clock, indexes }: Dependencies) {
  /** Lists the products that have changed, oldest change first, for programs that mirror them. */
  async function listChanges(catalogue: Catalogue, query: ChangesQuery): Promise<ProductTablePage> {
    const range = toChangeRange(query, clock)
    const rows = await listChangedProducts(read, catalogue, range)
    const index = await indexes[catalogue]()
    return {
      items: rows.map(toTableRow),
      pagination: toChangePagination(range, rows),
      facets: countFacets(index.listInOrder('name', 'asc')),
    }
  }

  return {
    /**
     * Returns a page of the products that match a filter, or of those that have changed since a time if asked for, and the
     * totals of the catalogue.
     */
    async list(catalogue: Catalogue, query: ProductTableQuery): Promise<ProductTablePage> {
      if (isChangesQuery(query)) return listChanges(catalogue, query)
      const index = await indexes[catalogue]()
      const matching = await listMatching(index, query)
      const { page: current, pageSize: limit } = query
      const numbers = matching.slice((current - 1) * limit, current * limit).map(({ number }) => number)
      return {
        items: (await listProductsByNumber(read, numbers)).map(toTableRow),
        pagination: toPagination(current, limit, matching.length),
        facets: countFacets(index.listInOrder('name', 'asc')),
      }
    },

    /** Lists the ids of the products that match a filter. */
    async listIds(catalogue: Catalogue, filter: ProductTableFilter): Promise<Set<string>> {
      const matching = await listMatching(await indexes[catalogue](), { ...filter, sort: 'name', order: 'asc' })
      return new Set(matching.map(({ id }) => id))
    },
  }
}

/** Lists the products that match a query, in its order; by relevance, those that match in their names are first. */
async function listMatching(
  index: CatalogueIndex,
  { search, category, status, sort, order }: ProductTableFilter & Pick<ProductTableQuery, 'sort' | 'order'>,
): Promise<IndexedProduct[]> {
  const isActive = status === undefined ? undefined : status === 'active'
  const ordered = sort === 'relevance' ? index.listInOrder('rating', 'desc') : index.listInOrder(sort, order)
  const listed = await filterProducts(ordered, toFieldCondition({ category, price: '', type: '', isActive }))
  if (search.trim() === '') return listed
  const ranked = await rankProducts(listed, await rankBySearch(search, rankBySummary))
  if (sort !== 'relevance') return ranked.map(({ product }) => product)
  const isNameMatch = ({ rank }: (typeof ranked)[number]) => rank === RANKS.name
  const nameMatches = ranked.filter(isNameMatch).map(({ product }) => product)
  const others = ranked.filter((match) => !isNameMatch(match)).map(({ product }) => product)
  return [...sortByName(nameMatches, search), ...others]
}

function countFacets(products: readonly IndexedProduct[]): ProductFacets {
  const active = products.filter(({ isActive }) => isActive).length
  const categories = [...Map.groupBy(products, ({ category }) => category)]
    .filter(([name]) => name !== '')
    .map(([name, { length }]) => ({ name, count: length }))
  return {
    active,
    inactive: products.length - active,
    categories: categories.sort((a, b) => a.name.localeCompare(b.name, 'zh-Hans-CN-u-co-pinyin')),
  }
}
