/** Searches a catalogue for the words of a question that nothing contains as a whole. */
import { CATALOGUES, type Catalogue, DEPLOYMENT_TYPES } from '#contracts/vocabulary.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import {
  type Bitset,
  countBits,
  intersect,
  type QuestionWord,
  type RankedBitsets,
  splitQuestion,
  subtract,
  union,
} from '#server/modules/search/service.ts'
import type { Database } from '#server/platform/database/database.ts'
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
export type WordMatches = { tiers: Bitset[]; words: string[]; droppedWords: string[] }

/**
 * Returns the listed products that meet more than half as many words as the best. A word is met if one of its terms is
 * contained in any text.
 */
export async function matchByWords(
  words: readonly QuestionWord[],
  listed: Bitset,
  search: (term: string) => Promise<RankedBitsets>,
): Promise<WordMatches> {
  const metWords: string[] = []
  const droppedWords: string[] = []
  // The products that meet at least 1, 2 … of the words so far.
  let atLeast: Bitset[] = []
  for (const { text, terms } of words) {
    const matches = await Promise.all(terms.map(search))
    const meeting = intersect(listed, union(matches.flatMap(({ primary, secondary }) => [primary, secondary])))
    if (countBits(meeting) === 0) {
      droppedWords.push(text)
      continue
    }
    metWords.push(text)
    const before = [listed, ...atLeast]
    atLeast = before.map((fewer, count) => union([intersect(fewer, meeting), ...atLeast.slice(count, count + 1)]))
  }
  const counted = atLeast.filter((bits) => countBits(bits) > 0)
  const tiers = counted.map((bits, index) => {
    const more = counted[index + 1]
    return more ? subtract(bits, more) : bits
  })
  const isClose = (_: Bitset, index: number) => index + 1 > counted.length / 2
  return { tiers: tiers.filter(isClose).toReversed(), words: metWords, droppedWords }
}
