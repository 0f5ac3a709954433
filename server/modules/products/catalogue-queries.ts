/** Queries on the index of a catalogue: the active products that match a query, in order. */
import type { ProductListCriteria } from '#contracts/products/product.ts'
import { isAllOption } from '#contracts/rules/product-filter.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import {
  type CatalogueIndex,
  type IndexedProduct,
  type ProductCondition,
  toFieldCondition,
} from '#server/modules/search/service.ts'
import { createQuestionSplitter, matchByWords, type WordMatches } from './question-search.ts'
import {
  createTermRanking,
  filterProducts,
  RANKS,
  type Rank,
  rankBySearch,
  rankProducts,
  sortByName,
} from './search-ranking.ts'
import { listNamesakes } from './store.ts'
import { orderByVerdict, type Verdicts } from './verdicts.ts'

/** The products that match a search in order, those that match in their names separately. */
export type RankedMatches = { nameMatches: IndexedProduct[]; otherMatches: IndexedProduct[] }

type Query = { catalogue: Catalogue; index: CatalogueIndex; criteria: ProductListCriteria; verdicts: Verdicts }

/** Creates the queries of a catalogue's public list. */
export function createCatalogueQueries(dependencies: Parameters<typeof createTermRanking>[0]) {
  const splitIntoWords = createQuestionSplitter(dependencies)
  const rankByTerm = createTermRanking(dependencies)

  /** Returns the ids of the products whose name is the search itself. */
  async function listSameNames({ catalogue, criteria }: Query): Promise<ReadonlySet<string>> {
    const namesakes = await listNamesakes(dependencies.database.read, catalogue, [criteria.search])
    return new Set(namesakes.map(({ id }) => id))
  }

  return {
    /**
     * Returns the active products that match a query in tiers, the best first, each in the query's order; ignores its fact
     * filters. If none contain its search, returns those that meet most of its words, with these words.
     */
    async matchClosest(query: Query): Promise<WordMatches> {
      const { catalogue, index, criteria } = query
      const { search, sort, order } = criteria
      const listed = await listByFields(query)
      if (search.trim() === '') return { tiers: [listed], words: [], droppedWords: [] }
      const rank = await rankBySearch(search, (term) => rankByTerm(catalogue, index, term))
      const ranked = await rankProducts(listed, rank)
      if (ranked.length === 0) {
        const words = await splitIntoWords(search, [catalogue])
        return matchByWords(words, listed, (term) => rankByTerm(catalogue, index, term))
      }
      // The default order lists a product whose name is the search first: better-rated ones may merely mention it.
      const sameNames = sort === 'rating' && order === 'desc' ? await listSameNames(query) : new Set<string>()
      const tiers = Map.groupBy(ranked, (match) => {
        if (match.rank === RANKS.elsewhere) return 'secondary'
        return sameNames.has(match.product.id) ? 'sameName' : 'primary'
      })
      return {
        tiers: (['sameName', 'primary', 'secondary'] as const).map((tier) =>
          (tiers.get(tier) ?? []).map(({ product }) => product),
        ),
        words: [],
        droppedWords: [],
      }
    },

    /** Returns the active products that match a search: by name first, then by slogan and description, then by others. */
    async search(catalogue: Catalogue, index: CatalogueIndex, search: string): Promise<RankedMatches> {
      const isActive = toFieldCondition({ category: '', price: '', type: '', isActive: true })
      const listed = await filterProducts(index.listInOrder('rating', 'desc'), isActive)
      if (search.trim() === '') return { nameMatches: [], otherMatches: listed }
      const getRank = await rankBySearch(search, (term) => rankByTerm(catalogue, index, term))
      const ranked = await rankProducts(listed, getRank)
      const listBy = (rank: Rank) => ranked.filter((match) => match.rank === rank).map(({ product }) => product)
      return {
        nameMatches: sortByName(listBy(RANKS.name), search),
        otherMatches: [...listBy(RANKS.summary), ...listBy(RANKS.elsewhere)],
      }
    },
  }
}

/** Returns the active products that a query lists, in its order, ignoring its search and its fact filters. */
async function listByFields({ index, criteria, verdicts }: Query): Promise<IndexedProduct[]> {
  const { category, price, type, verdict, sort, order } = criteria
  const matchesFields = toFieldCondition({ category, price, type, isActive: true })
  const hasAnyVerdict = isAllOption(verdict)
  const hasVerdict: ProductCondition = ({ id }) => hasAnyVerdict || verdicts.find(id)?.recommendation === verdict
  const ordered = sort === 'verdict' ? index.listInOrder('name', 'asc') : index.listInOrder(sort, order)
  return filterProducts(ordered, (product) => matchesFields(product) && hasVerdict(product))
}

/** Returns products in tiers in the order of a query; sorted by verdict, products without one are last in each tier. */
export const orderTiers = (
  tiers: readonly IndexedProduct[][],
  { sort, order }: Pick<ProductListCriteria, 'sort' | 'order'>,
  verdicts: Verdicts,
): IndexedProduct[] =>
  sort === 'verdict' ? tiers.flatMap((tier) => orderByVerdict(tier, verdicts, order)) : tiers.flat()
