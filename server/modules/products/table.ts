/** A catalogue as listed in the back office: includes inactive products, with the same search as the public site. */
import { type Pagination, toPagination } from '#contracts/pagination.ts'
import type {
  ProductFacets,
  ProductTableFilter,
  ProductTableQuery,
  ProductTableRow,
} from '#contracts/products/product-table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import {
  type Bitset,
  type CatalogueIndex,
  countBits,
  intersect,
  type RankedBitsets,
  searchTexts,
  searchWords,
  subtract,
  toBitset,
  union,
} from '#server/modules/search/service.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { CatalogueIndexes } from './catalogue-index/synced-catalogue-index.ts'
import { rankByName, takePage } from './catalogue-queries.ts'
import { listIdsByNumber, listProductsByNumber } from './numbers/store.ts'
import { toTableRow } from './view.ts'

type ProductTablePage = { items: ProductTableRow[]; pagination: Pagination; facets: ProductFacets }

/** Creates the queries of the back office's list. */
export function createProductTable(database: Pick<Database, 'read' | 'kind'>, indexes: CatalogueIndexes) {
  /** Searches names, slogans and descriptions. */
  async function searchSummaries(term: string): Promise<RankedBitsets> {
    const { inName, inSummary } = await searchTexts(database.read, term, [])
    return { primary: union([inName, inSummary]), secondary: toBitset([]), inName }
  }

  /** Returns the products that match a filter; `inName` are those among them whose name matches the search. */
  async function match(
    index: CatalogueIndex,
    { search, category, status }: ProductTableFilter,
  ): Promise<{ all: Bitset; inName: Bitset }> {
    const isActive = status === undefined ? undefined : status === 'active'
    const listed = index.matchFields({ category, price: '', type: '', isActive })
    if (search.trim() === '') return { all: listed, inName: toBitset([]) }
    const { primary, inName } = await searchWords(search, searchSummaries)
    return { all: intersect(listed, primary), inName: intersect(listed, inName) }
  }

  /** Returns matching products in the order of a query. */
  async function listInOrder(
    index: CatalogueIndex,
    { all, inName }: { all: Bitset; inName: Bitset },
    { search, sort, order }: ProductTableQuery,
  ): Promise<Iterable<number>[]> {
    if (sort !== 'relevance') return [index.listInOrder(all, sort, order)]
    const nameMatches = await rankByName(database, index, inName, search)
    return [nameMatches, index.listInOrder(subtract(all, inName), 'rating', 'desc')]
  }

  return {
    /** Returns a page of the products that match a filter, and the totals of the catalogue. */
    async list(catalogue: Catalogue, query: ProductTableQuery): Promise<ProductTablePage> {
      const index = await indexes[catalogue]()
      const matching = await match(index, query)
      const { page: current, pageSize: limit } = query
      const numbers = takePage(await listInOrder(index, matching, query), (current - 1) * limit, limit)
      const totalItems = countBits(matching.all)
      return {
        items: (await listProductsByNumber(database.read, numbers)).map(toTableRow),
        pagination: toPagination(current, limit, totalItems),
        facets: countFacets(index),
      }
    },

    /** Lists the ids of the products that match a filter. */
    async listIds(catalogue: Catalogue, filter: ProductTableFilter): Promise<Set<string>> {
      const index = await indexes[catalogue]()
      const { all } = await match(index, filter)
      return new Set(await listIdsByNumber(database.read, [...index.listInOrder(all, 'name', 'asc')]))
    },
  }
}

const countFacets = (index: CatalogueIndex): ProductFacets => {
  const { categories, ...counts } = index.countAll()
  return {
    ...counts,
    categories: categories.sort((a, b) => a.name.localeCompare(b.name, 'zh-Hans-CN-u-co-pinyin')),
  }
}
