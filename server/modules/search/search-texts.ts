/**
 * Finds the products whose texts match a search, by the database's n-gram indexes: bigrams of texts, and spellings of their
 * readings. Candidates that an index can't decide are compared with their texts, some rows at a time.
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
  wordQuery,
} from '#server/platform/database/text-search.ts'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import { type Bitset, EMPTY_BITSET, hasBit, withBit } from './bitset.ts'
import { searchPhrase } from './phrase-search.ts'
import {
  filterContaining,
  filterOtherParts,
  findLastNumber,
  listSpelledRows,
  listStartingWith,
  readTexts,
} from './store.ts'
import {
  FIRST_FACT,
  getField,
  getProductNumber,
  NAME,
  NAME_LETTERS,
  SUMMARY,
  SUMMARY_LETTERS,
  toOrdinal,
} from './text-fields.ts'

type Source = Pick<Database, 'read' | 'kind'>

/** The matching products of both catalogues, by the field that matches. */
export type TextMatches = {
  inName: Bitset
  /** By slogan or description. */
  inSummary: Bitset
  /** By capabilities, specifications, long texts or facts in words; those that match above may be missing. */
  inDetails: Bitset
}

/** How a search matches a name as a whole. */
export type NameMatch = 'exact' | 'prefix'

/** The rows that are compared, and the products that are looked through, in one turn. */
const ROWS_PER_TURN = 2_000
const PRODUCTS_PER_TURN = 10_000
const MAX_ORDINAL = 2_147_483_647

/**
 * Returns the products whose texts match a search as it was typed. Facts of `hiddenAttributes` match nothing, and neither
 * does a single letter but in names, slogans and descriptions: it is in almost all of the others.
 */
export async function searchTexts(
  { read, kind }: Source,
  search: string,
  hiddenAttributes: readonly string[],
): Promise<TextMatches> {
  const source = { read, kind }
  // The first search of a process loads the tables of characters.
  const text = normalizeText(search)
  const letters = toLetters(text)
  // PostgreSQL answers both at the same time.
  const [textRows, letterRows] = await Promise.all([
    text === '' ? noRows() : searchBigrams(source, text),
    letters === '' ? noRows() : searchSpellings(source, letters),
  ])
  const inName = toProducts(textRows.name, letterRows.name)
  const inSummary = toProducts(textRows.summary, letterRows.summary)
  if (/^\p{ASCII}?$/u.test(text)) return { inName, inSummary, inDetails: EMPTY_BITSET }
  // Whether a fact is hidden is asked only if the product doesn't match anyway.
  const facts = textRows.facts.filter((ordinal) => {
    const product = getProductNumber(ordinal)
    return !hasBit(inName, product) && !hasBit(inSummary, product)
  })
  const visibleFacts = hiddenAttributes.length > 0 ? await filterVisible(source, facts, hiddenAttributes) : facts
  return { inName, inSummary, inDetails: toProducts(textRows.details, visibleFacts) }
}

/** Returns the numbers of products of both catalogues, in the recycle bin too, whose names contain what was typed. */
export async function findByName(source: Source, search: string): Promise<number[]> {
  const text = normalizeText(search)
  if (text === '') return []
  const { name } = await searchBigrams(source, text)
  return name.map(getProductNumber)
}

function toProducts(...lists: readonly (readonly number[])[]): Bitset {
  let products = EMPTY_BITSET
  for (const ordinals of lists) for (const ordinal of ordinals) products = withBit(products, getProductNumber(ordinal))
  return products
}

/** The ordinals of matching texts, by their field. */
type MatchingRows = Record<'name' | 'summary' | 'details' | 'facts', number[]>

const noRows = (): MatchingRows => ({ name: [], summary: [], details: [], facts: [] })

function addRows(rows: MatchingRows, ordinals: readonly number[]): void {
  for (const ordinal of ordinals) {
    const field = getField(ordinal)
    if (field === NAME || field === NAME_LETTERS) rows.name.push(ordinal)
    else if (field === SUMMARY || field === SUMMARY_LETTERS) rows.summary.push(ordinal)
    else if (field < FIRST_FACT) rows.details.push(ordinal)
    else rows.facts.push(ordinal)
  }
}

/** Searches texts by their bigrams. SQLite's index knows positions, PostgreSQL's doesn't. */
async function searchBigrams(source: Source, text: string): Promise<MatchingRows> {
  if (source.kind === 'sqlite') return searchIndex(source, TEXT_GRAMS, phraseQuery(text))
  if (text.length === 1) return searchIndex(source, TEXT_GRAMS, gramQuery(source.kind, text))
  const rows = noRows()
  addRows(rows, await searchPhrase(source, text))
  return rows
}

/** Searches readings by their spellings; what is longer than a spelling of the index is compared. */
async function searchSpellings(source: Source, letters: string): Promise<MatchingRows> {
  // Prefixes have an index of their own, in which a whole term would be looked for among all of its extensions.
  const toQuery = isWholeSpelling(letters) ? wordQuery : beginningQuery
  const query = toQuery(source.kind, getSpelling(letters))
  if (isSpellingExact(letters)) return searchIndex(source, LETTER_GRAMS, query)
  const spellings = listFullSpellings(letters)
  if (source.kind === 'postgres' && spellings.length > 0) {
    const { spelled, others } = await listSpelledRows(source.read, query, spellings)
    const rows = noRows()
    addRows(rows, [...spelled, ...(await inParts(others, (part) => filterMatching(source, part, letters)))])
    return rows
  }
  const { name, summary } = await searchIndex(source, LETTER_GRAMS, query)
  const filter = (rows: readonly number[]) => filterSpelled(source, rows, letters, spellings)
  return { ...noRows(), name: await filter(name), summary: await filter(summary) }
}

/** Returns the rows of an index that match a query: on SQLite, a range of products a turn. */
async function searchIndex({ read, kind }: Source, table: string, query: string): Promise<MatchingRows> {
  const rows = noRows()
  const searchRange = async (from: number, to: number) =>
    addRows(rows, await listRowsFound(read, kind, table, { query, from, to }))
  if (kind === 'postgres') {
    await searchRange(0, MAX_ORDINAL)
    return rows
  }
  const last = await findLastNumber(read)
  for (let number = 0; number <= last; number += PRODUCTS_PER_TURN) {
    await yieldToEventLoop()
    await searchRange(toOrdinal(number, NAME), toOrdinal(number + PRODUCTS_PER_TURN, NAME))
  }
  return rows
}

/** Returns those rows whose readings letters spell; the database finds full spellings, only the others are read. */
const filterSpelled = (
  source: Source,
  ordinals: readonly number[],
  letters: string,
  spellings: readonly string[],
): Promise<number[]> =>
  inParts(ordinals, async (part) => {
    const spelledInFull = spellings.length > 0 ? await filterContaining(source, part, spellings) : []
    const others = new Set(part)
    for (const ordinal of spelledInFull) others.delete(ordinal)
    return [...spelledInFull, ...(await filterMatching(source, [...others], letters))]
  })

/** Returns those rows whose readings letters spell, in full or by first letters. */
async function filterMatching(source: Source, ordinals: readonly number[], letters: string): Promise<number[]> {
  if (ordinals.length === 0) return []
  const texts = await readTexts(source, ordinals)
  return texts.filter(({ text }) => matchesLetters(splitLetters(text), letters)).map(({ ordinal }) => ordinal)
}

const filterVisible = (source: Source, ordinals: readonly number[], hiddenAttributes: readonly string[]) =>
  inParts(ordinals, (part) => filterOtherParts(source, part, hiddenAttributes))

async function inParts(
  ordinals: readonly number[],
  filter: (part: readonly number[]) => Promise<number[]>,
): Promise<number[]> {
  const result: number[] = []
  for (let index = 0; index < ordinals.length; index += ROWS_PER_TURN) {
    await yieldToEventLoop()
    for (const ordinal of await filter(ordinals.slice(index, index + ROWS_PER_TURN))) result.push(ordinal)
  }
  return result
}

/** Returns those of some products whose names equal a search or start with it, by letters as well. */
export async function matchNames(
  source: Source,
  products: readonly number[],
  search: string,
): Promise<ReadonlyMap<number, NameMatch>> {
  const text = normalizeText(search)
  const letters = toLetters(text)
  const matches = new Map<number, NameMatch>()
  for (let index = 0; index < products.length; index += ROWS_PER_TURN) {
    await yieldToEventLoop()
    const part = products.slice(index, index + ROWS_PER_TURN)
    const toOrdinals = (field: number) => part.map((number) => toOrdinal(number, field))
    if (letters !== '')
      for (const { ordinal } of await listStartingWith(source, toOrdinals(NAME_LETTERS), letters))
        matches.set(getProductNumber(ordinal), 'prefix')
    for (const { ordinal, text: name } of await listStartingWith(source, toOrdinals(NAME), text))
      matches.set(getProductNumber(ordinal), name === text ? 'exact' : 'prefix')
  }
  return matches
}
