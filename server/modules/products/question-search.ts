/** Searches a catalogue for the words of a question that nothing contains as a whole. */
import { CATALOGUES, type Catalogue, DEPLOYMENT_TYPES } from '#contracts/vocabulary.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import { type IndexedProduct, type QuestionWord, splitQuestion } from '#server/modules/search/service.ts'
import type { Database } from '#server/platform/database/database.ts'
import { filterProducts, RANKS, type RankProduct } from './search-ranking.ts'
import { listNamesInText } from './store.ts'

type Dependencies = { database: Pick<Database, 'read'>; facts: Pick<FactService, 'attributes'> }

/** Creates the function that cuts a question into words. Names of products, attributes and choices stay in one piece. */
export const createQuestionSplitter =
  ({ database, facts }: Dependencies) =>
  async (question: string, catalogues: readonly Catalogue[] = CATALOGUES): Promise<QuestionWord[]> => {
    const terms = catalogues.map(async (catalogue) => [
      ...(await facts.attributes.list(catalogue)).flatMap(({ label, choices }) => [label, ...choices]),
      ...(await listNamesInText(database.read, catalogue, question)),
    ])
    return splitQuestion(question, [...DEPLOYMENT_TYPES, ...(await Promise.all(terms)).flat()])
  }

/** The products that meet most words, in tiers of those that meet equally many, and which words any product meets. */
export type WordMatches = { tiers: IndexedProduct[][]; words: string[]; droppedWords: string[] }

/**
 * Returns the listed products that meet more than half as many words as the best. A word is met if one of its terms is
 * contained in any text.
 */
export async function matchByWords(
  words: readonly QuestionWord[],
  listed: readonly IndexedProduct[],
  rankByTerm: (term: string) => Promise<RankProduct>,
): Promise<WordMatches> {
  const metWords: string[] = []
  const droppedWords: string[] = []
  const counts = new Map<IndexedProduct, number>()
  for (const { text, terms } of words) {
    const rankings = await Promise.all(terms.map(rankByTerm))
    const meeting = await filterProducts(listed, (product) => rankings.some((rank) => rank(product) !== RANKS.noMatch))
    for (const product of meeting) counts.set(product, (counts.get(product) ?? 0) + 1)
    if (meeting.length > 0) metWords.push(text)
    else droppedWords.push(text)
  }
  const most = [...counts.values()].reduce((one, other) => Math.max(one, other), 0)
  const tiers: IndexedProduct[][] = []
  for (let count = most; count > most / 2; count -= 1)
    tiers.push(listed.filter((product) => counts.get(product) === count))
  return { tiers, words: metWords, droppedWords }
}
