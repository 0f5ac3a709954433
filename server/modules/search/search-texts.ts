/**
 * Finds the products whose texts match a search, by the database's n-gram indexes: bigrams of texts, and spellings of
 * their pinyin. Candidates that an index can't decide are compared with their texts in batches.
 */
import { listFullSpellings, matchesPinyinInput, normalizeText, toPinyinInput } from '#contracts/rules/search-text.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { getDatabaseKind } from '#server/platform/database/database-kind.ts'
import {
  getSpelling,
  isCompleteSpelling,
  isSpellingExact,
  splitPinyin,
} from '#server/platform/database/pinyin-terms.ts'
import { PINYIN_GRAMS, TEXT_GRAMS } from '#server/platform/database/product-search-index.ts'
import {
  buildGramQuery,
  buildPhraseQuery,
  buildPrefixQuery,
  buildTermQuery,
  listMatchingRows,
} from '#server/platform/database/text-search.ts'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import { type Bitset, EMPTY_BITSET, hasBit, withBit } from './bitset.ts'
import { searchPhrase } from './phrase-search.ts'
import { excludeParts, filterContaining, getLastNumber, listSpelledRows, listStartingWith, readTexts } from './store.ts'
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

/** The matching products of both catalogues, by matching field. */
export type TextMatches = {
  inName: Bitset
  /** Products that match in slogan or description. */
  inSummary: Bitset
  /**
   * Products that match in capabilities, specifications, long texts or fact texts; may omit those already listed above.
   */
  inDetails: Bitset
}

/** How a search matches a name: it equals the name or is a prefix of it. */
export type NameMatch = 'exact' | 'prefix'

/** Rows compared, and products searched, per event-loop tick. */
const ROWS_PER_TICK = 2_000
const PRODUCTS_PER_TICK = 10_000
const MAX_ORDINAL = 2_147_483_647

/**
 * Returns the products whose texts match a search as typed. Facts of `hiddenAttributes` don't match; a single letter
 * matches only names, slogans and descriptions, as it occurs in almost all other texts.
 */
export async function searchTexts(
  db: Queryable,
  search: string,
  hiddenAttributes: readonly string[],
): Promise<TextMatches> {
  // The first search of a process loads the character tables.
  const text = normalizeText(search)
  const letters = toPinyinInput(text)
  // PostgreSQL runs both queries concurrently.
  const [textRows, pinyinRows] = await Promise.all([
    text === '' ? createEmptyRows() : searchBigrams(db, text),
    letters === '' ? createEmptyRows() : searchSpellings(db, letters),
  ])
  const inName = toProducts(textRows.name, pinyinRows.name)
  const inSummary = toProducts(textRows.summary, pinyinRows.summary)
  if (/^\p{ASCII}?$/u.test(text)) return { inName, inSummary, inDetails: EMPTY_BITSET }
  // Hidden facts are filtered only for products that don't match otherwise.
  const facts = textRows.facts.filter((ordinal) => {
    const product = getProductNumber(ordinal)
    return !hasBit(inName, product) && !hasBit(inSummary, product)
  })
  const visibleFacts = hiddenAttributes.length > 0 ? await filterVisible(db, facts, hiddenAttributes) : facts
  return { inName, inSummary, inDetails: toProducts(textRows.details, visibleFacts) }
}

function toProducts(...lists: readonly (readonly number[])[]): Bitset {
  let products = EMPTY_BITSET
  for (const ordinals of lists) for (const ordinal of ordinals) products = withBit(products, getProductNumber(ordinal))
  return products
}

/** The ordinals of matching texts, by field. */
type MatchingRows = Record<'name' | 'summary' | 'details' | 'facts', number[]>

const createEmptyRows = (): MatchingRows => ({ name: [], summary: [], details: [], facts: [] })

function addRows(rows: MatchingRows, ordinals: readonly number[]): void {
  for (const ordinal of ordinals) {
    const field = getField(ordinal)
    if (field === NAME || field === NAME_LETTERS) rows.name.push(ordinal)
    else if (field === SUMMARY || field === SUMMARY_LETTERS) rows.summary.push(ordinal)
    else if (field < FIRST_FACT) rows.details.push(ordinal)
    else rows.facts.push(ordinal)
  }
}

/** Searches texts by their bigrams. SQLite's index stores positions, PostgreSQL's doesn't. */
async function searchBigrams(db: Queryable, text: string): Promise<MatchingRows> {
  if (getDatabaseKind(db) === 'sqlite') return searchIndex(db, TEXT_GRAMS, buildPhraseQuery(text))
  if (text.length === 1) return searchIndex(db, TEXT_GRAMS, buildGramQuery(getDatabaseKind(db), text))
  const rows = createEmptyRows()
  addRows(rows, await searchPhrase(db, text))
  return rows
}

/** Searches pinyin by spellings; input longer than the indexed spellings is compared with the texts. */
async function searchSpellings(db: Queryable, letters: string): Promise<MatchingRows> {
  // Prefixes have a separate index, in which a complete term would also match all its extensions.
  const toQuery = isCompleteSpelling(letters) ? buildTermQuery : buildPrefixQuery
  const query = toQuery(getDatabaseKind(db), getSpelling(letters))
  if (isSpellingExact(letters)) return searchIndex(db, PINYIN_GRAMS, query)
  const spellings = listFullSpellings(letters)
  if (getDatabaseKind(db) === 'postgres' && spellings.length > 0) {
    const { spelled, others } = await listSpelledRows(db, query, spellings)
    const rows = createEmptyRows()
    addRows(rows, [...spelled, ...(await filterInBatches(others, (batch) => filterMatching(db, batch, letters)))])
    return rows
  }
  const { name, summary } = await searchIndex(db, PINYIN_GRAMS, query)
  const filter = (rows: readonly number[]) => filterBySpelling(db, rows, letters, spellings)
  return { ...createEmptyRows(), name: await filter(name), summary: await filter(summary) }
}

/** Returns the rows of an index that match a query; on SQLite, one range of products per event-loop tick. */
async function searchIndex(db: Queryable, table: string, query: string): Promise<MatchingRows> {
  const rows = createEmptyRows()
  const searchRange = async (from: number, to: number) =>
    addRows(rows, await listMatchingRows(db, table, { query, from, to }))
  if (getDatabaseKind(db) === 'postgres') {
    await searchRange(0, MAX_ORDINAL)
    return rows
  }
  const last = await getLastNumber(db)
  for (let number = 0; number <= last; number += PRODUCTS_PER_TICK) {
    await yieldToEventLoop()
    await searchRange(toOrdinal(number, NAME), toOrdinal(number + PRODUCTS_PER_TICK, NAME))
  }
  return rows
}

/** Returns the rows whose pinyin matches; the database compares full spellings, only the remaining rows are read. */
const filterBySpelling = (
  db: Queryable,
  ordinals: readonly number[],
  letters: string,
  spellings: readonly string[],
): Promise<number[]> =>
  filterInBatches(ordinals, async (batch) => {
    const fullSpellingMatches = spellings.length > 0 ? await filterContaining(db, batch, spellings) : []
    const remaining = new Set(batch)
    for (const ordinal of fullSpellingMatches) remaining.delete(ordinal)
    return [...fullSpellingMatches, ...(await filterMatching(db, [...remaining], letters))]
  })

/** Returns the rows whose pinyin matches, in full or by initials. */
async function filterMatching(db: Queryable, ordinals: readonly number[], letters: string): Promise<number[]> {
  if (ordinals.length === 0) return []
  const texts = await readTexts(db, ordinals)
  return texts.filter(({ text }) => matchesPinyinInput(splitPinyin(text), letters)).map(({ ordinal }) => ordinal)
}

const filterVisible = (db: Queryable, ordinals: readonly number[], hiddenAttributes: readonly string[]) =>
  filterInBatches(ordinals, (batch) => excludeParts(db, batch, hiddenAttributes))

async function filterInBatches(
  ordinals: readonly number[],
  filterBatch: (batch: readonly number[]) => Promise<number[]>,
): Promise<number[]> {
  const result: number[] = []
  for (let index = 0; index < ordinals.length; index += ROWS_PER_TICK) {
    await yieldToEventLoop()
    for (const ordinal of await filterBatch(ordinals.slice(index, index + ROWS_PER_TICK))) result.push(ordinal)
  }
  return result
}

/** Returns the numbers of the products of both catalogues, including recycled ones, whose names contain a search. */
export async function searchNames(db: Queryable, search: string): Promise<number[]> {
  const text = normalizeText(search)
  if (text === '') return []
  const { name } = await searchBigrams(db, text)
  return name.map(getProductNumber)
}

/** Returns how the names of given products match a search: exactly or by prefix, also in pinyin. */
export async function matchNames(
  db: Queryable,
  products: readonly number[],
  search: string,
): Promise<ReadonlyMap<number, NameMatch>> {
  const text = normalizeText(search)
  const letters = toPinyinInput(text)
  const matches = new Map<number, NameMatch>()
  for (let index = 0; index < products.length; index += ROWS_PER_TICK) {
    await yieldToEventLoop()
    const batch = products.slice(index, index + ROWS_PER_TICK)
    const toOrdinals = (field: number) => batch.map((number) => toOrdinal(number, field))
    if (letters !== '')
      for (const { ordinal } of await listStartingWith(db, toOrdinals(NAME_LETTERS), letters))
        matches.set(getProductNumber(ordinal), 'prefix')
    for (const { ordinal, text: name } of await listStartingWith(db, toOrdinals(NAME), text))
      matches.set(getProductNumber(ordinal), name === text ? 'exact' : 'prefix')
  }
  return matches
}
