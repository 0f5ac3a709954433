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
  listRowsFound,
  phraseQuery,
  type RowQuery,
  wordQuery,
} from '#server/platform/database/text-search.ts'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import { type Bits, hasBit, NO_BITS, withBit } from './bits.ts'
import { findPhrase } from './phrases.ts'
import { FACTS, getNumber, getPlace, NAME, NAME_LETTERS, REST, REST_LETTERS, toOrdinal } from './places.ts'
import { findLastNumber, keepContaining, keepOtherParts, listBeginning, listSpelledRows, readTexts } from './store.ts'

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
export async function findByText(
  { read, kind }: Source,
  search: string,
  hidden: readonly string[],
): Promise<TextMatches> {
  // The first search of a process loads the tables of characters.
  const run = { read, kind }
  const query = normalizeText(search)
  const letters = toLetters(query)
  // PostgreSQL answers both at the same time.
  const [inTexts, inLetters] = await Promise.all([
    query === '' ? noRows() : listText(run, query),
    letters === '' ? noRows() : listLetters(run, letters),
  ])
  const named = toNumbers(inTexts.named, inLetters.named)
  const described = toNumbers(inTexts.described, inLetters.described)
  if (/^\p{ASCII}?$/u.test(query)) return { named, described, wider: NO_BITS }
  // What stands first needs no second reason to be found.
  const facts = inTexts.facts.filter((row) => !hasBit(named, getNumber(row)) && !hasBit(described, getNumber(row)))
  const visible = hidden.length > 0 ? await keepVisible(run, facts, hidden) : facts
  return { named, described, wider: toNumbers(inTexts.details, visible) }
}

/** Returns the numbers of products of both catalogues, in the recycle bin too, whose names hold what was typed. */
export async function findByName(source: Source, search: string): Promise<number[]> {
  const query = normalizeText(search)
  if (query === '') return []
  const { named } = await listText(source, query)
  return named.map(getNumber)
}

function toNumbers(...lists: readonly (readonly number[])[]): Bits {
  let bits = NO_BITS
  for (const ordinals of lists) for (const ordinal of ordinals) bits = withBit(bits, getNumber(ordinal))
  return bits
}

/** Rows by which text of a product they are. */
type SortedRows = Record<'named' | 'described' | 'details' | 'facts', number[]>

const noRows = (): SortedRows => ({ named: [], described: [], details: [], facts: [] })

function sortInto(sorted: SortedRows, ordinals: readonly number[]): void {
  for (const ordinal of ordinals) {
    const place = getPlace(ordinal)
    if (place === NAME || place === NAME_LETTERS) sorted.named.push(ordinal)
    else if (place === REST || place === REST_LETTERS) sorted.described.push(ordinal)
    else if (place < FACTS) sorted.details.push(ordinal)
    else sorted.facts.push(ordinal)
  }
}

/** PostgreSQL's index doesn't know where pairs stand. */
async function listText(run: Source, query: string): Promise<SortedRows> {
  if (run.kind === 'sqlite') return listRows(run, TEXT_GRAMS, { query: phraseQuery(query) })
  if (query.length === 1) return listRows(run, TEXT_GRAMS, { query: gramQuery(run.kind, query) })
  const sorted = noRows()
  sortInto(sorted, await findPhrase(run, query))
  return sorted
}

/** The index has the beginnings of words apart, but finds what begins with a whole word by looking through its words. */
async function listLetters(run: Source, letters: string): Promise<SortedRows> {
  const toQuery = isWholeSpelling(letters) ? wordQuery : beginningQuery
  const query = toQuery(run.kind, getSpelling(letters))
  if (isSpellingExact(letters)) return listRows(run, LETTER_GRAMS, { query })
  const spellings = listFullSpellings(letters)
  if (run.kind === 'postgres' && spellings.length > 0) {
    const { spelled, others } = await listSpelledRows(run.read, query, spellings)
    const sorted = noRows()
    sortInto(sorted, [...spelled, ...(await inParts(others, (part) => keepMatching(run, part, letters)))])
    return sorted
  }
  const { named, described } = await listRows(run, LETTER_GRAMS, { query })
  const keep = (rows: readonly number[]) => keepLetters(run, rows, letters, spellings)
  return { ...noRows(), named: await keep(named), described: await keep(described) }
}

/** Lists the rows of an index that a query finds: on SQLite, of some products after the other. */
async function listRows({ read, kind }: Source, table: string, query: Pick<RowQuery, 'query'>): Promise<SortedRows> {
  const sorted = noRows()
  const list = async (from: number, to: number) =>
    sortInto(sorted, await listRowsFound(read, kind, table, { ...query, from, to }))
  if (kind === 'postgres') {
    await list(0, ALL_ROWS)
    return sorted
  }
  const last = await findLastNumber(read)
  for (let number = 0; number <= last; number += PRODUCTS_AT_ONCE) {
    await yieldToEventLoop()
    await list(toOrdinal(number, NAME), toOrdinal(number + PRODUCTS_AT_ONCE, NAME))
  }
  return sorted
}

/** Readings that are typed in full are found by the database; only what is left is compared letter by letter. */
const keepLetters = (
  run: Source,
  ordinals: readonly number[],
  letters: string,
  spellings: readonly string[],
): Promise<number[]> =>
  inParts(ordinals, async (part) => {
    const spelledInFull = spellings.length > 0 ? await keepContaining(run, part, spellings) : []
    const others = new Set(part)
    for (const ordinal of spelledInFull) others.delete(ordinal)
    return [...spelledInFull, ...(await keepMatching(run, [...others], letters))]
  })

/** Returns those of some rows that letters spell, in full or by first letters. */
async function keepMatching(run: Source, ordinals: readonly number[], letters: string): Promise<number[]> {
  if (ordinals.length === 0) return []
  const texts = await readTexts(run, ordinals)
  return texts.filter(({ text }) => matchesLetters(splitLetters(text), letters)).map(({ ordinal }) => ordinal)
}

const keepVisible = (run: Source, ordinals: readonly number[], hidden: readonly string[]) =>
  inParts(ordinals, (part) => keepOtherParts(run, part, hidden))

async function inParts(
  ordinals: readonly number[],
  keep: (part: readonly number[]) => Promise<number[]>,
): Promise<number[]> {
  const result: number[] = []
  for (let index = 0; index < ordinals.length; index += ROWS_AT_ONCE) {
    await yieldToEventLoop()
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
  for (let index = 0; index < named.length; index += ROWS_AT_ONCE) {
    await yieldToEventLoop()
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
