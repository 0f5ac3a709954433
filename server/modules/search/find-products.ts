/**
 * Finds the products whose texts answer a search, by the database's index of pairs of characters and of spellings. What
 * the index can't decide is compared as a whole, some rows at a time.
 */
import { matchesLetters, normalizeText, toLetters } from '#contracts/rules/search-text.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isSpellingExact, listLetterWords, splitLetters } from '#server/platform/database/letter-grams.ts'
import { gramQuery, isExact, listRowsFound, wordQuery } from '#server/platform/database/text-search.ts'
import { createTurns } from '#server/platform/turns.ts'
import { type Bits, toBits } from './bits.ts'
import { FACTS, getNumber, getPlace, NAME, NAME_LETTERS, REST, REST_LETTERS, toOrdinal } from './places.ts'
import { GRAMS, keepContaining, keepOtherParts, listBeginning, readTexts } from './store.ts'

type Source = Pick<Database, 'read' | 'kind'>

/** The products of both catalogues by what a search found of them. */
export type TextMatches = {
  named: Bits
  /** By slogan or description. */
  described: Bits
  /** By capabilities, specifications, long texts or facts in words. */
  wider: Bits
}

/** How a product's name was found. */
export type NameRank = 'whole' | 'beginning'

/** Rows compared at once: others wait no longer than that takes. */
const ROWS_AT_ONCE = 4_000

/**
 * Returns the products that a search finds by their texts; `search` is as it was typed. Facts of `hidden` attributes find
 * nothing, and neither does a single letter but in names, slogans and descriptions: it is in almost all of the others.
 */
export async function findByText(source: Source, search: string, hidden: readonly string[]): Promise<TextMatches> {
  const query = normalizeText(search)
  const letters = toLetters(query)
  const ordinals = await findText(source, query)
  if (letters !== '') for (const ordinal of await findLetters(source, letters)) ordinals.push(ordinal)
  const { named, described, wider, facts } = sortByPlace(ordinals)
  if (/^\p{ASCII}?$/u.test(query)) return { named: toBits(named), described: toBits(described), wider: toBits([]) }
  const visible = hidden.length > 0 ? await keepVisible(source, facts, hidden) : facts
  return { named: toBits(named), described: toBits(described), wider: toBits([...wider, ...visible.map(getNumber)]) }
}

/** Sorts rows by which text of a product they are: the products' numbers, and of facts the rows themselves. */
function sortByPlace(ordinals: readonly number[]): Record<'named' | 'described' | 'wider' | 'facts', number[]> {
  const sorted: ReturnType<typeof sortByPlace> = { named: [], described: [], wider: [], facts: [] }
  for (const ordinal of ordinals) {
    const place = getPlace(ordinal)
    if (place === NAME || place === NAME_LETTERS) sorted.named.push(getNumber(ordinal))
    else if (place === REST || place === REST_LETTERS) sorted.described.push(getNumber(ordinal))
    else if (place < FACTS) sorted.wider.push(getNumber(ordinal))
    else sorted.facts.push(ordinal)
  }
  return sorted
}

async function findText(source: Source, query: string): Promise<number[]> {
  if (query === '') return []
  const candidates = await listRowsFound(source.read, source.kind, GRAMS, gramQuery(source.kind, query))
  if (isExact(query)) return candidates
  return inParts(candidates, (part) => keepContaining(source, part, query))
}

async function findLetters(source: Source, letters: string): Promise<number[]> {
  const { beginning, whole } = listLetterWords(letters)
  const candidates = await listRowsFound(source.read, source.kind, GRAMS, wordQuery(source.kind, whole, beginning))
  if (isSpellingExact(letters)) return candidates
  return inParts(candidates, async (part) =>
    (await readTexts(source, part))
      .filter(({ text }) => matchesLetters(splitLetters(text), letters))
      .map(({ ordinal }) => ordinal),
  )
}

const keepVisible = (source: Source, ordinals: readonly number[], hidden: readonly string[]) =>
  inParts(ordinals, (part) => keepOtherParts(source, part, hidden))

async function inParts(
  ordinals: readonly number[],
  keep: (part: readonly number[]) => Promise<number[]>,
): Promise<number[]> {
  const letOthersIn = createTurns()
  const result: number[] = []
  for (let index = 0; index < ordinals.length; index += ROWS_AT_ONCE) {
    await letOthersIn()
    for (const ordinal of await keep(ordinals.slice(index, index + ROWS_AT_ONCE))) result.push(ordinal)
  }
  return result
}

/** Returns those products whose names a search is the whole or the beginning of, by letters as well. */
export async function rankNames(
  source: Source,
  named: readonly number[],
  search: string,
): Promise<ReadonlyMap<number, NameRank>> {
  const query = normalizeText(search)
  const letters = toLetters(query)
  const ranks = new Map<number, NameRank>()
  const letOthersIn = createTurns()
  for (let index = 0; index < named.length; index += ROWS_AT_ONCE) {
    await letOthersIn()
    const part = named.slice(index, index + ROWS_AT_ONCE)
    const toRows = (place: number) => part.map((number) => toOrdinal(number, place))
    if (letters !== '')
      for (const { ordinal } of await listBeginning(source, toRows(NAME_LETTERS), letters))
        ranks.set(getNumber(ordinal), 'beginning')
    for (const { ordinal, text } of await listBeginning(source, toRows(NAME), query))
      ranks.set(getNumber(ordinal), text === query ? 'whole' : 'beginning')
  }
  return ranks
}
