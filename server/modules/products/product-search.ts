/** The public list and search: active products, their facets, and the texts in which a search matched. */

import { LIST } from '#contracts/limits.ts'
import { toPagination } from '#contracts/pagination.ts'
import type { Facet } from '#contracts/products/facets.ts'
import {
  type ListedProduct,
  type ProductFilter,
  type ProductListQuery,
  ProductListQuerySchema,
  type ProductPage,
} from '#contracts/products/product.ts'
import type { SearchMatch } from '#contracts/search/search-match.ts'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { PublishedEvaluationService } from '#server/modules/published-evaluations/service.ts'
import type { IndexedProduct } from '#server/modules/search/service.ts'
import type { Database } from '#server/platform/database/database.ts'
import { eachInTurns } from '#server/platform/event-loop.ts'
import { foldText } from '#server/platform/search-text/fold-text.ts'
import { createCardCache } from './card-cache.ts'
import type { CatalogueIndexes } from './catalogue-index/synced-catalogue-index.ts'
import { createCatalogueQueries, orderTiers, type RankedMatches } from './catalogue-queries.ts'
import { createValueSearch, findInDetails, findInProduct } from './detail-search.ts'
import { assertKnownFacets, hasFacets, listFacets, listUnknownFacets, toFacetFilter } from './facets.ts'
import { listProductsByNumber } from './numbers/store.ts'
import { filterProducts } from './search-ranking.ts'
import type { ProductRow } from './store.ts'
import { summarizeProduct } from './summarize-product.ts'
import { toVerdict } from './verdicts.ts'
import { mapRows, toProductCard, toRatedProduct } from './view.ts'

/** A product as a search hit. */
type ProductHit = { id: string; number: number; name: string; summary: string; matches: SearchMatch[] }

/** The id of a product that is left out, such as the one whose alternatives are listed. */
type Exception = { except?: string | undefined }

const withoutProduct = (products: IndexedProduct[], id: string | undefined): IndexedProduct[] =>
  id === undefined ? products : products.filter((product) => product.id !== id)

type Dependencies = {
  database: Pick<Database, 'read' | 'kind' | 'changes'>
  facts: Pick<FactService, 'listPublic' | 'attributes'>
  publishedEvaluations: Pick<PublishedEvaluationService, 'listValid'>
  indexes: CatalogueIndexes
}

/** Creates the public list and search of both catalogues. */
export function createProductSearch({ database, facts, publishedEvaluations, indexes }: Dependencies) {
  const queries = createCatalogueQueries({ database, facts, values: createValueSearch() })
  const listCards = { agent: createCardCache(database, 'agent'), ai: createCardCache(database, 'ai') }

  /** Returns the texts that a search matches by product id; none for a product that has changed meanwhile. */
  async function listTextMatches(
    rows: readonly ProductRow[],
    search: string,
  ): Promise<ReadonlyMap<string, SearchMatch[]>> {
    const matchesByProduct = new Map<string, SearchMatch[]>()
    if (search.trim() === '') return matchesByProduct
    const incomplete: { row: ProductRow; missingWords: readonly string[] }[] = []
    for await (const row of eachInTurns(rows)) {
      const { matches, missingWords } = findInProduct(row, search)
      matchesByProduct.set(row.id, matches)
      if (missingWords.length > 0) incomplete.push({ row, missingWords })
    }
    if (incomplete.length === 0) return matchesByProduct
    const publishedFacts = await facts.listPublic(incomplete.map(({ row }) => row.id))
    for await (const { row, missingWords } of eachInTurns(incomplete)) {
      const matches = matchesByProduct.get(row.id) ?? []
      const detailSearch = matches.length === 0 ? search : missingWords.join(' ')
      const detailMatches = findInDetails(row.detailsJson, publishedFacts.get(row.id)?.facts ?? [], detailSearch)
      matchesByProduct.set(row.id, [...matches, ...detailMatches])
    }
    return matchesByProduct
  }

  /** Lists products by their numbers, in that order, with the texts in which a search matched; without verdicts. */
  async function listMatches(
    numbers: readonly number[],
    { search, fields }: Pick<ProductListQuery, 'search' | 'fields'>,
  ): Promise<ListedProduct[]> {
    const rows = await listProductsByNumber(database.read, numbers)
    const matchesByProduct = await listTextMatches(rows, search)
    const toProduct = fields === 'card' ? toProductCard : toRatedProduct
    return mapRows(rows, (row) => ({ ...toProduct(row), verdict: null, matches: matchesByProduct.get(row.id) ?? [] }))
  }

  const service = {
    /**
     * Lists active products by search, filters, order and page; without a page, all of them up to 1,000. Throws
     * `invalid` for an unknown fact filter.
     */
    async list(query: ProductListQuery, { except }: Exception = {}): Promise<ProductPage> {
      const { catalogue } = query
      if (hasFacets(query)) assertKnownFacets(query.f, await facts.attributes.list(catalogue))
      const verdicts = await publishedEvaluations.listValid()
      const index = await indexes[catalogue]()
      const { tiers, words, droppedWords } = await queries.matchClosest({
        catalogue,
        index,
        criteria: query,
        verdicts,
      })
      const matchesFacets = index.toFacetCondition(toFacetFilter(query))
      const ordered = withoutProduct(orderTiers(tiers, query, verdicts), except)
      const matching = matchesFacets ? await filterProducts(ordered, matchesFacets) : ordered
      const limit = query.page === undefined ? LIST.products : query.pageSize
      const current = query.page ?? 1
      const numbers = matching.slice((current - 1) * limit, current * limit).map(({ number }) => number)
      const closestMatch = words.length > 0 ? words : null
      const isCached = query.fields === 'card' && query.search.trim() === ''
      const products = await (isCached
        ? listCards[catalogue](numbers)
        : listMatches(numbers, { fields: query.fields, search: closestMatch?.join(' ') ?? query.search }))
      return {
        products: products.map((product) => {
          const verdict = toVerdict(verdicts.find(product.id))
          return verdict ? { ...product, verdict } : product
        }),
        pagination: toPagination(current, limit, matching.length),
        closestMatch,
        droppedWords,
      }
    },

    /** Lists the facets that a filter's products can be narrowed by, with counts. Throws `invalid` like `list`. */
    async listFacets(filter: ProductFilter, { except }: Exception = {}): Promise<Facet[]> {
      const attributes = await facts.attributes.list(filter.catalogue)
      assertKnownFacets(filter.f, attributes)
      const index = await indexes[filter.catalogue]()
      const { tiers } = await queries.matchClosest({
        catalogue: filter.catalogue,
        index,
        criteria: { ...filter, sort: 'name', order: 'asc' },
        verdicts: await publishedEvaluations.listValid(),
      })
      const countValues = index.createValueCounter(withoutProduct(tiers.flat(), except), toFacetFilter(filter))
      return listFacets(attributes, countValues, filter.f)
    },

    /** Returns whether the facts that a filter asks for still exist, with their values; without them it matches nothing. */
    hasKnownFacets: async ({ catalogue, f }: ProductFilter): Promise<boolean> =>
      listUnknownFacets(f, await facts.attributes.list(catalogue)).length === 0,

    /** Lists the ids of all products that match a filter, without those that merely come close to its search. */
    async listMatchingIds(filter: ProductFilter): Promise<string[]> {
      const index = await indexes[filter.catalogue]()
      const { tiers, words } = await queries.matchClosest({
        catalogue: filter.catalogue,
        index,
        criteria: { ...filter, sort: 'name', order: 'asc' },
        verdicts: await publishedEvaluations.listValid(),
      })
      if (words.length > 0) return []
      const matchesFacets = index.toFacetCondition(toFacetFilter(filter))
      const matching = matchesFacets ? await filterProducts(tiers.flat(), matchesFacets) : tiers.flat()
      return matching.map(({ id }) => id)
    },

    /** Returns the active products that match a search; see `createCatalogueQueries`. */
    search: async (catalogue: Catalogue, search: string): Promise<RankedMatches> =>
      queries.search(catalogue, await indexes[catalogue](), search),

    /** Lists the numbers of the products of both catalogues whose names contain a search. */
    async listNumbersByName(search: string): Promise<number[]> {
      const text = foldText(search)
      if (text === '') return []
      const products = (await Promise.all(CATALOGUES.map((catalogue) => indexes[catalogue]()))).flatMap((index) =>
        index.listInOrder('name', 'asc'),
      )
      return products.filter(({ searchedName }) => searchedName.includes(text)).map(({ number }) => number)
    },

    /** Returns products by their numbers, in that order, as search hits; deleted ones are omitted. */
    async listHits(numbers: readonly number[], search: string): Promise<ProductHit[]> {
      const rows = await listProductsByNumber(database.read, numbers)
      const matchesByProduct = await listTextMatches(rows, search)
      return rows.map((row) => ({
        id: row.id,
        number: row.number,
        name: row.name,
        summary: summarizeProduct(row),
        matches: matchesByProduct.get(row.id) ?? [],
      }))
    },

    /**
     * Reads the first page and the facets of each catalogue, which fills the indexes and caches, so that the first
     * request isn't slow.
     */
    async warmUp(): Promise<void> {
      for (const catalogue of CATALOGUES) {
        const query = ProductListQuerySchema.parse({ catalogue, page: 1, fields: 'card' })
        await service.list(query)
        await service.listFacets(query)
      }
    },
  }
  return service
}
