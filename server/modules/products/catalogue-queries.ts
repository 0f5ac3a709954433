/** Queries on the index of a catalogue: the active products that match a query, and their order. */
import type { ProductListCriteria } from '#contracts/products/product.ts'
import { isAllOption } from '#contracts/rules/product-filter.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import {
  type Bitset,
  type CatalogueIndex,
  countBits,
  intersect,
  matchNames,
  type NameMatch,
  type RankedBitsets,
  searchTexts,
  searchWords,
  subtract,
  toBitset,
  union,
} from '#server/modules/search/service.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { createValueSearch } from './detail-search.ts'
import { listProductNumbers } from './numbers/store.ts'
import { createQuestionSplitter, matchByWords, type WordMatches } from './question-search.ts'
import { listNamesakes } from './store.ts'
import { orderByVerdict, type Verdicts } from './verdicts.ts'

type Dependencies = {
  database: Pick<Database, 'read' | 'kind'>
  facts: Pick<FactService, 'attributes'>
  values: ReturnType<typeof createValueSearch>
}

/** The products that match a query: without a search term, all are primary; the secondary ones are listed last. */
export type MatchingProducts = RankedBitsets

/** The numbers of matching products in order, those that match in their names separately. */
export type RankedMatches = { nameMatches: number[]; otherMatches: number[] }

/** The part of a list to return, and its order. */
type ListSlice = Pick<ProductListCriteria, 'sort' | 'order'> & { offset: number; limit: number }

/** Creates the queries of a catalogue's public list. */
export function createCatalogueQueries({ database, facts, values }: Dependencies) {
  const splitIntoWords = createQuestionSplitter({ database, facts })

  /** Searches the texts and the fact values of both active and inactive products. */
  async function searchAllTexts(
    catalogue: Catalogue,
    index: CatalogueIndex,
    searchTerm: string,
  ): Promise<RankedBitsets> {
    const attributes = await facts.attributes.list(catalogue)
    const visibleKeys = new Set(attributes.map(({ key }) => key))
    const allAttributes = [...(await facts.attributes.listAll(database.read)).values()]
    const hiddenKeys = allAttributes
      .filter(({ key, type }) => type === 'text' && !visibleKeys.has(key))
      .map(({ key }) => key)
    const matches = await searchTexts(database.read, searchTerm, hiddenKeys)
    return {
      inName: matches.inName,
      primary: union([matches.inName, matches.inSummary]),
      secondary: union([matches.inDetails, index.matchAnyValue(values.list(attributes, searchTerm))]),
    }
  }

  /** Returns the active products that a query lists, ignoring its search and its fact filters. */
  async function listAll(index: CatalogueIndex, query: ProductListCriteria, verdicts: Verdicts): Promise<Bitset> {
    const { category, price, type, verdict } = query
    const listed = index.matchFields({ category, price, type, isActive: true })
    if (isAllOption(verdict)) return listed
    const ids = verdicts.list().filter((id) => verdicts.find(id)?.recommendation === verdict)
    return intersect(listed, toBitset((await listProductNumbers(database.read, ids)).values()))
  }

  /**
   * Returns the products whose name is the search itself, which the default order lists first: better-rated products may
   * merely mention it. No other order is changed.
   */
  async function matchSameName(catalogue: Catalogue, { search, sort, order }: ProductListCriteria): Promise<Bitset> {
    if (search.trim() === '' || sort !== 'rating' || order !== 'desc') return toBitset([])
    const namesakes = await listNamesakes(database.read, catalogue, [search])
    const numbers = await listProductNumbers(
      database.read,
      namesakes.map(({ id }) => id),
    )
    return toBitset(numbers.values())
  }

  const queries = {
    /** Returns the active products that match a query, ignoring its fact filters. */
    async match(
      catalogue: Catalogue,
      index: CatalogueIndex,
      query: ProductListCriteria,
      verdicts: Verdicts,
    ): Promise<MatchingProducts> {
      const searchTerm = query.search
      const listed = await listAll(index, query, verdicts)
      if (searchTerm.trim() === '') return { primary: listed, secondary: toBitset([]), inName: toBitset([]) }
      const { inName, primary, secondary } = await searchWords(searchTerm, (term) =>
        searchAllTexts(catalogue, index, term),
      )
      return {
        primary: intersect(listed, primary),
        secondary: subtract(intersect(listed, secondary), primary),
        inName: intersect(listed, inName),
      }
    },

    /**
     * Returns the products that match a query in tiers, the best first. If none contain its search, returns those that
     * meet most of its words, with these words.
     */
    async matchClosest(
      catalogue: Catalogue,
      index: CatalogueIndex,
      query: ProductListCriteria,
      verdicts: Verdicts,
    ): Promise<WordMatches> {
      const { primary, secondary } = await queries.match(catalogue, index, query, verdicts)
      const isMet = query.search.trim() === '' || countBits(primary) + countBits(secondary) > 0
      if (isMet) {
        const sameName = intersect(primary, await matchSameName(catalogue, query))
        return { tiers: [sameName, subtract(primary, sameName), secondary], words: [], droppedWords: [] }
      }
      const words = await splitIntoWords(query.search, [catalogue])
      return matchByWords(words, await listAll(index, query, verdicts), (term) =>
        searchAllTexts(catalogue, index, term),
      )
    },

    /**
     * Returns the numbers of one page of matching products, tier by tier. Sorted by verdict, products without one are
     * last in each.
     */
    async listPage(
      index: CatalogueIndex,
      tiers: readonly Bitset[],
      { sort, order, offset, limit }: ListSlice,
      verdicts: Verdicts,
    ): Promise<number[]> {
      if (sort !== 'verdict')
        return takePage(
          tiers.map((bits) => index.listInOrder(bits, sort, order)),
          offset,
          limit,
        )
      const ids = verdicts.list()
      const numbers = await listProductNumbers(database.read, ids)
      const verdictsByNumber = new Map([...numbers].map(([id, number]) => [number, verdicts.find(id)]))
      const allWithVerdict = toBitset(verdictsByNumber.keys())
      const parts = tiers.flatMap((bits) => {
        const withVerdict = [...index.listInOrder(intersect(bits, allWithVerdict), 'name', 'asc')]
        return [
          orderByVerdict(withVerdict, (number) => verdictsByNumber.get(number), order),
          index.listInOrder(subtract(bits, allWithVerdict), 'name', 'asc'),
        ]
      })
      return takePage(parts, offset, limit)
    },

    /** Ranks matching products: name matches first (see `rankByName`), then all others by rating. */
    async rank(
      index: CatalogueIndex,
      { primary, secondary, inName }: MatchingProducts,
      searchTerm: string,
    ): Promise<RankedMatches> {
      return {
        nameMatches: await rankByName(database, index, inName, searchTerm),
        otherMatches: [primary, secondary].flatMap((bits) => [
          ...index.listInOrder(subtract(bits, inName), 'rating', 'desc'),
        ]),
      }
    },
  }
  return queries
}

/** Ranks products that match a search in their names: exact, then prefix, then substring matches, each by rating. */
export async function rankByName(
  database: Pick<Database, 'read' | 'kind'>,
  index: CatalogueIndex,
  inName: Bitset,
  searchTerm: string,
): Promise<number[]> {
  const numbers = [...index.listInOrder(inName, 'rating', 'desc')]
  const matches = await matchNames(database.read, numbers, searchTerm)
  const listBy = (match: NameMatch | undefined) => numbers.filter((number) => matches.get(number) === match)
  return [...listBy('exact'), ...listBy('prefix'), ...listBy(undefined)]
}

/** Returns a slice of the concatenated lists. */
export function takePage(lists: readonly Iterable<number>[], offset: number, limit: number): number[] {
  const page: number[] = []
  let position = 0
  for (const list of lists)
    for (const number of list) {
      if (position >= offset) page.push(number)
      position += 1
      if (page.length === limit) return page
    }
  return page
}
