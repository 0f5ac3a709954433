/** What visitors list and search: active products, their facets, and where a search found them. */
import { LIST } from '#contracts/limits.ts'
import type { Facet } from '#contracts/products/facets.ts'
import {
  type ListedProduct,
  type ProductFilter,
  type ProductListCriteria,
  type ProductListQuery,
  ProductListQuerySchema,
  type ProductPage,
} from '#contracts/products/product.ts'
import type { Found } from '#contracts/search/found.ts'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { PublishedEvaluationService } from '#server/modules/published-evaluations/service.ts'
import { type CatalogueIndex, intersect, union } from '#server/modules/search/service.ts'
import type { Database } from '#server/platform/database/database.ts'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import { createCardReads } from './card-reads.ts'
import { assertPossible, hasFacets, listFacets, toFacetFilter } from './facets.ts'
import { createLists } from './lists.ts'
import { listProductsByNumber, type ProductRow } from './store.ts'
import { toVerdict } from './verdicts.ts'
import { toProductCard, toRatedProduct, viewRows } from './view.ts'
import { createValueSearch, findInDetails, findInProduct } from './wider-search.ts'

/** A product as a hit of a search. */
export type FoundProduct = { id: string; number: number; name: string; slogan: string; found: Found | null }

type Dependencies = {
  database: Pick<Database, 'read' | 'kind' | 'changes'>
  facts: Pick<FactService, 'listPublic' | 'attributes'>
  published: Pick<PublishedEvaluationService, 'listValid'>
  indexes: Record<Catalogue, () => Promise<CatalogueIndex>>
}

export function createProductSearch({ database, facts, published, indexes }: Dependencies) {
  const lists = createLists({ database, facts, values: createValueSearch() })
  const readCards = { agent: createCardReads(database, 'agent'), ai: createCardReads(database, 'ai') }

  /** Returns where a search found products, by their ids; those that have changed since may have no place. */
  async function findPlaces(rows: readonly ProductRow[], search: string): Promise<ReadonlyMap<string, Found | null>> {
    if (search.trim() === '') return new Map()
    const places = new Map<string, Found | null>()
    for (const row of rows) {
      await yieldToEventLoop()
      places.set(row.id, findInProduct(row, search))
    }
    const others = rows.filter(({ id }) => places.get(id) === null)
    if (others.length === 0) return places
    const known = await facts.listPublic(others.map(({ id }) => id))
    for (const { id, detailsJson } of others) {
      await yieldToEventLoop()
      places.set(id, findInDetails(detailsJson, known.get(id)?.facts ?? [], search))
    }
    return places
  }

  /** Lists products by their numbers, in that order, with the texts in which a search matched; without verdicts. */
  async function listMatches(
    numbers: readonly number[],
    { search, fields }: Pick<ProductListQuery, 'search' | 'fields'>,
  ): Promise<ListedProduct[]> {
    const rows = await listProductsByNumber(database.read, numbers)
    const places = await findPlaces(rows, search)
    const toProduct = fields === 'card' ? toProductCard : toRatedProduct
    return viewRows(rows, (row) => ({ ...toProduct(row), verdict: null, found: places.get(row.id) ?? null }))
  }

  const service = {
    /**
     * Active products by search, filters, order and page; all of them, at most 1,000, if no page is named. Throws
     * `invalid` for a filter by facts that there isn't.
     */
    async list(query: ProductListQuery): Promise<ProductPage> {
      const { catalogue } = query
      if (hasFacets(query)) assertPossible(query.f, await facts.attributes.list(catalogue))
      const verdicts = await published.listValid()
      const index = await indexes[catalogue]()
      const { primary, secondary } = await lists.find(catalogue, index, query, verdicts)
      const chosen = index.matchFacets(toFacetFilter(query))
      const matching = { primary: intersect(primary, chosen), secondary: intersect(secondary, chosen) }
      const { total, page } = await lists.order(index, matching, query, verdicts)
      const limit = query.page === undefined ? LIST.products : query.pageSize
      const current = query.page ?? 1
      const numbers = page((current - 1) * limit, limit)
      const isCached = query.fields === 'card' && query.search.trim() === ''
      const products = await (isCached ? readCards[catalogue](numbers) : listMatches(numbers, query))
      return {
        products: products.map((product) => {
          const verdict = toVerdict(verdicts.find(product.id))
          return verdict ? { ...product, verdict } : product
        }),
        pagination: { current, total: Math.ceil(total / limit), limit, totalItems: total },
      }
    },

    /** Lists what a filter's products can be narrowed by, with counts. Throws `invalid` as `list` does. */
    async listFacets(filter: ProductFilter): Promise<Facet[]> {
      const attributes = await facts.attributes.list(filter.catalogue)
      assertPossible(filter.f, attributes)
      const query: ProductListCriteria = { ...filter, sort: 'name', order: 'asc' }
      const index = await indexes[filter.catalogue]()
      const { primary, secondary } = await lists.find(filter.catalogue, index, query, await published.listValid())
      const counts = index.countFacets(union([primary, secondary]), toFacetFilter(filter))
      return listFacets(attributes, counts, filter.f)
    },

    /**
     * Returns the numbers of the active products that a search finds: those that match in name first, then by slogan and
     * description, then by anything else.
     */
    async search(catalogue: Catalogue, search: string): Promise<{ named: number[]; others: number[] }> {
      const query: ProductListCriteria = {
        search,
        category: '',
        price: '',
        type: '',
        verdict: '',
        sort: 'rating',
        order: 'desc',
      }
      const index = await indexes[catalogue]()
      return lists.rank(index, await lists.find(catalogue, index, query, await published.listValid()), search)
    },

    /** Returns products by their numbers, in that order, as hits of a search; those that are gone are left out. */
    async listFound(numbers: readonly number[], search: string): Promise<FoundProduct[]> {
      const rows = await listProductsByNumber(database.read, numbers)
      const places = await findPlaces(rows, search)
      return rows.map(({ id, number, name, slogan }) => ({
        id,
        number,
        name,
        slogan,
        found: places.get(id) ?? null,
      }))
    },

    /**
     * Reads what the first lists need: the indexes, and all that the first page of each catalogue goes through, so that
     * nobody waits for it.
     */
    async prepare(): Promise<void> {
      for (const catalogue of CATALOGUES) {
        const query = ProductListQuerySchema.parse({ catalogue, page: 1 })
        await service.list(query)
        await service.listFacets(query)
      }
    },
  }
  return service
}
