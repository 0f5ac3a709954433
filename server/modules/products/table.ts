/** A catalogue as the back office lists it: inactive products too, with the same search as the site's. */
import type { Pagination } from '#contracts/pagination.ts'
import type {
  ProductFacets,
  ProductTableFilter,
  ProductTableQuery,
  ProductTableRow,
} from '#contracts/products/product-table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { ProductIndex } from '#server/modules/search/service.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createProductIndex } from './indexes.ts'
import { listProducts } from './store.ts'
import { toTableRow } from './view.ts'

type ProductTablePage = { items: ProductTableRow[]; pagination: Pagination; facets: ProductFacets }

export function createProductTable(database: Database) {
  const indexes = {
    agent: createProductIndex(database, 'agent', 'live'),
    ai: createProductIndex(database, 'ai', 'live'),
  }

  return {
    /** One page of the products that a filter leaves, and what the catalogue holds in all. */
    async page(catalogue: Catalogue, query: ProductTableQuery): Promise<ProductTablePage> {
      const index = await indexes[catalogue]()
      const result = findIds(index, query)
      const { page: current, pageSize: limit } = query
      const ids = result.slice((current - 1) * limit, current * limit)
      const rows = new Map((ids.length > 0 ? await listProducts(database.read, ids) : []).map((row) => [row.id, row]))
      return {
        items: ids.flatMap((id) => rows.get(id) ?? []).map(toTableRow),
        pagination: { current, total: Math.ceil(result.length / limit), limit, totalItems: result.length },
        facets: countFacets(index),
      }
    },

    /** Returns the ids of what a filter leaves. */
    async find(catalogue: Catalogue, filter: ProductTableFilter): Promise<Set<string>> {
      return new Set((await indexes[catalogue]()).find({ ...toQuestion(filter), sort: 'name', order: 'asc' }))
    },
  }
}

const toQuestion = ({ search, category, status }: ProductTableFilter) => ({
  search,
  category,
  price: '',
  type: '',
  isActive: status === undefined ? undefined : status === 'active',
})

function findIds(index: ProductIndex, query: ProductTableQuery): string[] {
  const { sort, order } = query
  if (sort !== 'updated') return index.find({ ...toQuestion(query), sort, order })
  const byName = index.find({ ...toQuestion(query), sort: 'name', order: 'asc' })
  const changed = (id: string) => index.get(id)?.updatedAt ?? ''
  const direction = order === 'asc' ? 1 : -1
  return byName.sort((a, b) => direction * (changed(a) < changed(b) ? -1 : changed(a) > changed(b) ? 1 : 0))
}

function countFacets(index: ProductIndex): ProductFacets {
  const facets: ProductFacets = { active: 0, inactive: 0, categories: [] }
  const counts = new Map<string, number>()
  for (const { isActive, category } of index.products()) {
    facets[isActive ? 'active' : 'inactive'] += 1
    if (category !== '') counts.set(category, (counts.get(category) ?? 0) + 1)
  }
  facets.categories = [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => a.name.localeCompare(b.name, 'zh-Hans-CN-u-co-pinyin'))
  return facets
}
