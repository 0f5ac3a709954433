/** How well products match a search: by name, by slogan or description, or by anything else that is known about them. */
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import {
  type CatalogueIndex,
  type IndexedProduct,
  listProductsContaining,
  type ProductCondition,
} from '#server/modules/search/service.ts'
import type { Database } from '#server/platform/database/database.ts'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import { foldText, splitSearchWords } from '#server/platform/search-text/fold-text.ts'
import { createMatcher, findSpelling, toPinyinInput } from '#server/platform/search-text/pinyin.ts'
import type { createValueSearch } from './detail-search.ts'

/** Where a product matches; the highest rank counts. */
export const RANKS = { noMatch: 0, elsewhere: 1, summary: 2, name: 3 } as const
export type Rank = (typeof RANKS)[keyof typeof RANKS]
export type RankProduct = (product: IndexedProduct) => Rank

/** Ranks by the name, slogan and description. */
export function rankBySummary(term: string): RankProduct {
  const text = foldText(term)
  if (text === '') return () => RANKS.noMatch
  const matches = createMatcher(text)
  return ({ searchedName, searchedSummary }) => {
    if (matches(searchedName)) return RANKS.name
    return matches(searchedSummary) ? RANKS.summary : RANKS.noMatch
  }
}

type Dependencies = {
  database: Pick<Database, 'read'>
  facts: Pick<FactService, 'attributes'>
  values: ReturnType<typeof createValueSearch>
}

/** Creates the function that ranks a catalogue's products by a term in all of their texts and values. */
export const createTermRanking =
  ({ database, facts, values }: Dependencies) =>
  async (catalogue: Catalogue, index: CatalogueIndex, term: string): Promise<RankProduct> => {
    const attributes = await facts.attributes.list(catalogue)
    const visibleKeys = new Set(attributes.map(({ key }) => key))
    const hiddenKeys = [...(await facts.attributes.listAll(database.read)).values()]
      .filter(({ key, type }) => type === 'text' && !visibleKeys.has(key))
      .map(({ key }) => key)
    const text = foldText(term)
    // A single letter occurs in almost all long texts.
    const isTooShort = /^\p{ASCII}?$/u.test(text)
    const ids = new Set(isTooShort ? [] : await listProductsContaining(database.read, text, hiddenKeys))
    const valueNumbers = index.findValueNumbers(values.list(attributes, term))
    const rankSummary = rankBySummary(term)
    return (product) => {
      const rank = rankSummary(product)
      if (rank !== RANKS.noMatch) return rank
      const hasValue = valueNumbers.size > 0 && product.values.some((value) => valueNumbers.has(value))
      return hasValue || ids.has(product.id) ? RANKS.elsewhere : RANKS.noMatch
    }
  }

/** Ranks by a search as typed, or by each of its words, wherever each occurs. */
export async function rankBySearch(
  search: string,
  rankByTerm: (term: string) => Promise<RankProduct> | RankProduct,
): Promise<RankProduct> {
  const rankAsTyped = await rankByTerm(search)
  const rankings = await Promise.all(splitSearchWords(search).map(rankByTerm))
  if (rankings.length === 0) return rankAsTyped
  const getLower = (one: Rank, other: Rank): Rank => (one < other ? one : other)
  return (product) => {
    const rank = rankAsTyped(product)
    const rankByWords = rankings.map((rankWord) => rankWord(product)).reduce(getLower)
    return rank > rankByWords ? rank : rankByWords
  }
}

/** Sorts products whose names match a search: exact matches, then those at the start, then the others. */
export function sortByName(products: readonly IndexedProduct[], search: string): IndexedProduct[] {
  const text = foldText(search)
  const letters = toPinyinInput(text)
  const isSpelledAtStart = (name: string) => letters !== '' && findSpelling(name, letters)?.start === 0
  const groups = Map.groupBy(products, ({ searchedName }) => {
    if (searchedName === text) return 'exact'
    return searchedName.startsWith(text) || isSpelledAtStart(searchedName) ? 'start' : 'other'
  })
  return (['exact', 'start', 'other'] as const).flatMap((group) => groups.get(group) ?? [])
}

type RankedProduct = { product: IndexedProduct; rank: Rank }

/** Returns the matching products with their ranks, in the same order. */
export const rankProducts = (products: readonly IndexedProduct[], getRank: RankProduct): Promise<RankedProduct[]> =>
  selectProducts(products, (product) => {
    const rank = getRank(product)
    return rank === RANKS.noMatch ? undefined : { product, rank }
  })

export const filterProducts = (
  products: readonly IndexedProduct[],
  condition: ProductCondition,
): Promise<IndexedProduct[]> => selectProducts(products, (product) => (condition(product) ? product : undefined))

const PRODUCTS_PER_STEP = 200

/** Returns what a function returns for each product, except `undefined`; yields to the event loop. */
async function selectProducts<Result>(
  products: readonly IndexedProduct[],
  select: (product: IndexedProduct) => Result | undefined,
): Promise<Result[]> {
  const selected: Result[] = []
  for (let start = 0; start < products.length; start += PRODUCTS_PER_STEP) {
    await yieldToEventLoop()
    for (const product of products.slice(start, start + PRODUCTS_PER_STEP)) {
      const result = select(product)
      if (result !== undefined) selected.push(result)
    }
  }
  return selected
}
