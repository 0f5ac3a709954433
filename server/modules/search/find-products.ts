/**
 * Finds the products whose texts answer a search, by the database's index of pairs of characters and of spellings. On
 * SQLite it knows where pairs stand; what an index can't decide is compared as a whole, some rows at a time.
 */
import { listFullSpellings, matchesLetters, normalizeText, toLetters } from '#contracts/rules/search-text.ts'
import type { Database } from '#server/platform/database/database.ts'
import { getSpelling, isSpellingExact, isWholeSpelling, splitLetters } from '#server/platform/database/letter-grams.ts'
import { LETTER_GRAMS, TEXT_GRAMS } from '#server/platform/database/search-words.ts'
import {
  beginningQuery,
  gramQuery,
  isExact,
  listRowsFound,
  phraseQuery,
  wordQuery,
} from '#server/platform/database/text-search.ts'
import { createTurns } from '#server/platform/turns.ts'
import { type Bits, hasBit, NO_BITS, toBits } from './bits.ts'
import { FACTS, getNumber, getPlace, NAME, NAME_LETTERS, REST, REST_LETTERS, toOrdinal } from './places.ts'
import { findLastNumber, keepContaining, keepOtherParts, listBeginning, readTexts } from './store.ts'

type Source = Pick<Database, 'read' | 'kind'>

/** The products of both catalogues by what a search found of them. */
export type TextMatches = {
  named: Bits
  /** By slogan or description. */
  described: Bits
  /** By capabilities, specifications, long texts or facts in words; of what stands first, maybe not all. */
  wider: Bits
}

/** How a product's name was found. */
export type NameRank = 'whole' | 'beginning'

/** Rows compared at once, and products looked through: others wait no longer than that takes. */
const ROWS_AT_ONCE = 2_000
const PRODUCTS_AT_ONCE = 10_000
const ALL_ROWS = 2_147_483_647

/**
 * Returns the products that a search finds by their texts; `search` is as it was typed. Facts of `hidden` attributes find
 * nothing, and neither does a single letter but in names, slogans and descriptions: it is in almost all of the others.
 */
export async function findByText(source: Source, search: string, hidden: readonly string[]): Promise<TextMatches> {
  const query = normalizeText(search)
  const letters = toLetters(query)
  const inTexts = sortByPlace(query === '' ? [] : await listText(source, query))
  const inLetters = sortByPlace(letters === '' ? [] : await listLetters(source, letters))
  const isTextExact = source.kind === 'sqlite' || isExact(query)
  const hasText = (rows: readonly number[]) => (isTextExact ? rows : keepText(source, rows, query))
  const hasLetters = (rows: readonly number[]) => (isSpellingExact(letters) ? rows : keepLetters(source, rows, letters))
  const named = [...(await hasText(inTexts.named)), ...(await hasLetters(inLetters.named))]
  const described = [...(await hasText(inTexts.described)), ...(await hasLetters(inLetters.described))]
  const first = { named: toNumbers(named), described: toNumbers(described) }
  if (/^\p{ASCII}?$/u.test(query)) return { ...first, wider: NO_BITS }
  // What stands first needs no second reason to be found.
  const isOther = (ordinal: number) =>
    !hasBit(first.named, getNumber(ordinal)) && !hasBit(first.described, getNumber(ordinal))
  const facts = inTexts.facts.filter(isOther)
  const visible = hidden.length > 0 ? await keepVisible(source, facts, hidden) : facts
  return { ...first, wider: toNumbers(await hasText([...inTexts.details.filter(isOther), ...visible])) }
}

const toNumbers = (ordinals: readonly number[]): Bits => toBits(ordinals.map(getNumber))

/** Sorts rows by which text of a product they are. */
function sortByPlace(ordinals: readonly number[]): Record<'named' | 'described' | 'details' | 'facts', number[]> {
  const sorted: ReturnType<typeof sortByPlace> = { named: [], described: [], details: [], facts: [] }
  for (const ordinal of ordinals) {
    const place = getPlace(ordinal)
    if (place === NAME || place === NAME_LETTERS) sorted.named.push(ordinal)
    else if (place === REST || place === REST_LETTERS) sorted.described.push(ordinal)
    else if (place < FACTS) sorted.details.push(ordinal)
    else sorted.facts.push(ordinal)
  }
  return sorted
}

const listText = (source: Source, query: string): Promise<number[]> =>
  listRows(source, TEXT_GRAMS, source.kind === 'sqlite' ? phraseQuery(query) : gramQuery(source.kind, query))

/** The index has the beginnings of words apart, but finds what begins with a whole word by looking through its words. */
function listLetters(source: Source, letters: string): Promise<number[]> {
  const toQuery = isWholeSpelling(letters) ? wordQuery : beginningQuery
  return listRows(source, LETTER_GRAMS, toQuery(source.kind, getSpelling(letters)))
}

/** Lists the rows of an index that a query finds: on SQLite, of some products after the other. */
async function listRows({ read, kind }: Source, table: string, query: string): Promise<number[]> {
  if (kind === 'postgres') return listRowsFound(read, kind, table, { query, from: 0, to: ALL_ROWS })
  const last = await findLastNumber(read)
  const letOthersIn = createTurns()
  const result: number[] = []
  for (let number = 0; number <= last; number += PRODUCTS_AT_ONCE) {
    await letOthersIn()
    const range = { query, from: toOrdinal(number, NAME), to: toOrdinal(number + PRODUCTS_AT_ONCE, NAME) }
    for (const ordinal of await listRowsFound(read, kind, table, range)) result.push(ordinal)
  }
  return result
}

const keepText = (source: Source, ordinals: readonly number[], query: string): Promise<number[]> =>
  inParts(ordinals, (part) => keepContaining(source, part, [query]))

/** Readings that are typed in full are found by the database; only what is left is compared letter by letter. */
const keepLetters = (source: Source, ordinals: readonly number[], letters: string): Promise<number[]> => {
  const spellings = listFullSpellings(letters)
  return inParts(ordinals, async (part) => {
    const spelledInFull = spellings.length > 0 ? await keepContaining(source, part, spellings) : []
    const others = new Set(part)
    for (const ordinal of spelledInFull) others.delete(ordinal)
    if (others.size === 0) return spelledInFull
    const texts = await readTexts(source, [...others])
    const matching = texts.filter(({ text }) => matchesLetters(splitLetters(text), letters))
    return [...spelledInFull, ...matching.map(({ ordinal }) => ordinal)]
  })
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
