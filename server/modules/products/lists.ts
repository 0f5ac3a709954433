/** Which of a catalogue's active products answer a question, and in which order. */
import type { ProductQuestion } from '#contracts/products/product.ts'
import { isEveryOption } from '#contracts/rules/product-filter.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import {
  type Bits,
  type CatalogueIndex,
  countBits,
  findByText,
  intersect,
  rankNames,
  subtract,
  toBits,
  unite,
} from '#server/modules/search/service.ts'
import type { Database } from '#server/platform/database/database.ts'
import { findNumbers } from './store.ts'
import { orderByVerdict, type Verdicts } from './verdicts.ts'
import type { createValueSearch } from './wider-search.ts'

type Dependencies = {
  database: Pick<Database, 'read' | 'kind'>
  facts: Pick<FactService, 'attributes'>
  values: ReturnType<typeof createValueSearch>
}

/** Products that answer a question: those that a search finds in names, slogans and descriptions come first. */
export type Answer = {
  first: Bits
  others: Bits
  /** Of the first, those whose names were found. */
  named: Bits
}

/** Where the products of an answer stand. */
export type OrderedAnswer = { total: number; page(offset: number, limit: number): number[] }

/** Creates the questions to a catalogue's index. */
export function createLists({ database, facts, values }: Dependencies) {
  async function search(catalogue: Catalogue, index: CatalogueIndex, typed: string) {
    const attributes = await facts.attributes.list(catalogue)
    const visibleKeys = new Set(attributes.map(({ key }) => key))
    const all = [...(await facts.attributes.listAll(database.read)).values()]
    const hidden = all.filter(({ key, type }) => type === 'text' && !visibleKeys.has(key)).map(({ key }) => key)
    const matches = await findByText(database, typed, hidden)
    return {
      named: matches.named,
      first: unite([matches.named, matches.described]),
      wider: unite([matches.wider, index.haveAny(values.list(attributes, typed))]),
    }
  }

  return {
    /** Finds the active products that a question leaves, whatever its filters by facts. */
    async find(
      catalogue: Catalogue,
      index: CatalogueIndex,
      question: ProductQuestion,
      verdicts: Verdicts,
    ): Promise<Answer> {
      const { search: typed, category, price, type, verdict } = question
      let listed = index.filter({ category, price, type, isActive: true })
      if (!isEveryOption(verdict)) {
        const ids = verdicts.list().filter((id) => verdicts.find(id)?.recommendation === verdict)
        listed = intersect(listed, toBits((await findNumbers(database.read, ids)).values()))
      }
      if (typed.trim() === '') return { first: listed, others: toBits([]), named: toBits([]) }
      const { named, first, wider } = await search(catalogue, index, typed)
      return {
        first: intersect(listed, first),
        others: subtract(intersect(listed, wider), first),
        named: intersect(listed, named),
      }
    },

    /** Puts an answer into the order of its question. */
    async order(
      index: CatalogueIndex,
      { first, others }: Pick<Answer, 'first' | 'others'>,
      { sort, order }: Pick<ProductQuestion, 'sort' | 'order'>,
      verdicts: Verdicts,
    ): Promise<OrderedAnswer> {
      const total = countBits(first) + countBits(others)
      if (sort !== 'verdict')
        return {
          total,
          page: (offset, limit) =>
            takePage([index.inOrder(first, sort, order), index.inOrder(others, sort, order)], offset, limit),
        }
      const ids = verdicts.list()
      const numbers = await findNumbers(database.read, ids)
      const byNumber = new Map([...numbers].map(([id, number]) => [number, verdicts.find(id)]))
      const having = toBits(byNumber.keys())
      const parts = [first, others].flatMap((bits) => {
        const withVerdict = [...index.inOrder(intersect(bits, having), 'name', 'asc')]
        return [
          orderByVerdict(withVerdict, (number) => byNumber.get(number), order),
          index.inOrder(subtract(bits, having), 'name', 'asc'),
        ]
      })
      return { total, page: (offset, limit) => takePage(parts, offset, limit) }
    },

    /** Lists an answer by rating: those that the search names first, the whole names before their beginnings and parts. */
    async rank(
      index: CatalogueIndex,
      { first, others, named }: Answer,
      typed: string,
    ): Promise<{ named: number[]; others: number[] }> {
      const numbers = [...index.inOrder(named, 'rating', 'desc')]
      const ranks = await rankNames(database, numbers, typed)
      const withRank = (rank: 'whole' | 'beginning' | undefined) =>
        numbers.filter((number) => ranks.get(number) === rank)
      return {
        named: [...withRank('whole'), ...withRank('beginning'), ...withRank(undefined)],
        others: [first, others].flatMap((bits) => [...index.inOrder(subtract(bits, named), 'rating', 'desc')]),
      }
    },
  }
}

/** Returns some of the numbers of lists that follow each other. */
export function takePage(parts: readonly Iterable<number>[], offset: number, limit: number): number[] {
  const page: number[] = []
  let place = 0
  for (const part of parts)
    for (const number of part) {
      if (place >= offset) page.push(number)
      place += 1
      if (page.length === limit) return page
    }
  return page
}
