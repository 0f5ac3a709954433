/**
 * Phrase search on PostgreSQL, whose word index stores no positions. Frequent bigrams have positional postings by block
 * of products; if a bigram is rare or a block isn't indexed yet, the few candidate texts are compared.
 */

import {
  type BigramPositions,
  deleteStaleRows,
  listStaleNumbers,
  listStaleRows,
  listTextsContaining,
  listTextsFrom,
  lockBigramPositions,
  readBigramPositions,
  replaceBigramPositions,
} from '#server/platform/database/bigram-positions.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { getDatabaseKind } from '#server/platform/database/database-kind.ts'
import { TEXT_GRAMS } from '#server/platform/database/product-search-index.ts'
import { buildGramQuery, isExact, listMatchingRows, toGramSequence } from '#server/platform/database/text-search.ts'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import {
  addPostings,
  intersectPostings,
  type PhraseMatches,
  type PhraseTerm,
  type PostingLists,
  serializePostings,
} from './positional-postings.ts'
import { filterContaining, getLastNumber, isInOtherBlocks } from './store.ts'
import { getProductNumber, NAME, toOrdinal } from './text-fields.ts'

const PRODUCTS_PER_BLOCK = 2_048
/** A bigram in fewer texts of a block has no postings: its texts are found by the word index and compared. */
const MIN_TEXTS = 32
/** Below this number of products nothing is indexed, since comparing all candidates is fast. */
const MIN_PRODUCTS = 2 * PRODUCTS_PER_BLOCK
/** The block with the most changed products is reindexed if more products than this have changed in all blocks. */
const MAX_STALE_NUMBERS = 500
const TEXTS_PER_READ = 500
const MAX_ORDINAL = 2_147_483_647
/** For a longer phrase, only its beginning is searched by the index, and the matching texts are compared. */
const MAX_TERMS = 12

const getBlock = (productNumber: number) => Math.floor(productNumber / PRODUCTS_PER_BLOCK)

/** Returns the ordinals of the texts that contain a phrase of at least two characters. */
export async function searchPhrase(db: Queryable, phrase: string): Promise<readonly number[]> {
  const bigrams = listCoveringBigrams(phrase)
  // Stale products are read first: texts of a block indexed in between are then compared twice rather than missed.
  const stale = await listStaleNumbers(db)
  const { blocks, rows } = await readBigramPositions(db, [...new Set(bigrams.map(({ term }) => term))])
  const staleNumbers = new Set(stale.filter((number) => blocks.has(getBlock(number))))
  const isFresh = (ordinal: number) => staleNumbers.size === 0 || !staleNumbers.has(getProductNumber(ordinal))
  const { matching, uncertain, searchedBlocks } = await searchBlocks(bigrams, { blocks, rows, isFresh })
  const isCovered = (bigrams.at(-1)?.offset ?? 0) + 2 >= phrase.length
  // If only the beginning of the phrase was searched, all texts have to be compared with it.
  const candidates = isCovered ? uncertain : [...matching, ...uncertain]
  const result = isCovered ? matching : []
  if (candidates.length > 0) result.push(...(await filterContaining(db, candidates, [phrase])))
  if (staleNumbers.size > 0)
    result.push(...(await listTextsContaining(db, [...staleNumbers], toOrdinal(1, NAME), phrase)))
  result.push(...(await searchOtherBlocks(db, phrase, searchedBlocks)))
  return result
}

type IndexedBlocks = {
  blocks: ReadonlySet<number>
  rows: readonly BigramPositions[]
  /** Returns whether a text hasn't changed since its block was indexed. */
  isFresh: (ordinal: number) => boolean
}

/** Searches the blocks whose postings cover the phrase. Returns the fresh texts, and those blocks. */
async function searchBlocks(
  bigrams: readonly Bigram[],
  { blocks, rows, isFresh }: IndexedBlocks,
): Promise<PhraseMatches & { searchedBlocks: ReadonlySet<number> }> {
  const rowsByBlock = Map.groupBy(rows, ({ block }) => block)
  const matching: number[] = []
  const uncertain: number[] = []
  const searchedBlocks = new Set<number>()
  for (const block of blocks) {
    const terms = toPhraseTerms(bigrams, rowsByBlock.get(block) ?? [])
    if (!terms) continue
    await yieldToEventLoop()
    searchedBlocks.add(block)
    const matches = intersectPostings(terms)
    for (const ordinal of matches.matching) if (isFresh(ordinal)) matching.push(ordinal)
    for (const ordinal of matches.uncertain) if (isFresh(ordinal)) uncertain.push(ordinal)
  }
  return { matching, uncertain, searchedBlocks }
}

/** A term of the index and its offset in the phrase. */
type Bigram = { term: string; offset: number }

/** Returns bigrams that cover a phrase up to a maximum length: every other one, and the last. */
function listCoveringBigrams(phrase: string): Bigram[] {
  const terms = toGramSequence(phrase).slice(0, -1)
  const bigrams = terms.map((term, offset) => ({ term, offset }))
  return bigrams.filter(({ offset }) => offset % 2 === 0 || offset === terms.length - 1).slice(0, MAX_TERMS)
}

/** Returns the postings of a phrase in a block, shortest first; `undefined` if a bigram has none. */
function toPhraseTerms(bigrams: readonly Bigram[], rows: readonly BigramPositions[]): PhraseTerm[] | undefined {
  const terms: PhraseTerm[] = []
  for (const { term, offset } of bigrams) {
    const row = rows.find(({ gram }) => gram === term)
    if (!row) return undefined
    terms.push({ postings: row.places, offset })
  }
  return terms.sort((a, b) => a.postings.length - b.postings.length)
}

/** Searches the blocks whose postings don't cover the phrase, by the word index. */
async function searchOtherBlocks(
  db: Queryable,
  phrase: string,
  searchedBlocks: ReadonlySet<number>,
): Promise<number[]> {
  const lastBlock = getBlock(await getLastNumber(db))
  const allBlocks = Array.from({ length: lastBlock + 1 }, (_, block) => block)
  if (allBlocks.every((block) => searchedBlocks.has(block))) return []
  const rows = toOrdinal(PRODUCTS_PER_BLOCK, NAME)
  const blocks = [...searchedBlocks]
  const filter = isInOtherBlocks(db, TEXT_GRAMS, isExact(phrase) ? undefined : phrase, { blocks, rows })
  const query = buildGramQuery(getDatabaseKind(db), phrase)
  return listMatchingRows(db, TEXT_GRAMS, { query, from: 0, to: MAX_ORDINAL, filter })
}

/**
 * Indexes blocks without postings, and those with many changed products, on one node for all. Does nothing on SQLite or
 * for fewer than `minProducts`. Returns whether it indexed any.
 */
export async function refreshPostings(database: Database, minProducts = MIN_PRODUCTS): Promise<boolean> {
  if (database.kind === 'sqlite') return false
  let count = 0
  while (await indexNextBlock(database, minProducts)) count += 1
  return count > 0
}

/** Indexes the block with the highest priority. Returns whether there was one. */
const indexNextBlock = ({ write }: Pick<Database, 'write'>, minProducts: number): Promise<boolean> =>
  write(async ({ db }) => {
    if (!(await lockBigramPositions(db))) return false
    // Products changed by a later commit remain stale.
    const stale = await listStaleRows(db)
    const { blocks } = await readBigramPositions(db, [])
    const isIndexed = ({ number }: { number: number }) => blocks.has(getBlock(number))
    const last = await getLastNumber(db)
    const block = last < minProducts ? undefined : chooseBlock(stale.filter(isIndexed), blocks, getBlock(last))
    // Products of unindexed blocks aren't stale, and those of the block to index soon won't be.
    const handledRows = stale.filter((row) => !isIndexed(row) || getBlock(row.number) === block)
    await deleteStaleRows(
      db,
      handledRows.map(({ id }) => id),
    )
    if (block === undefined) return false
    const postings = await buildPostings(db, block)
    await replaceBigramPositions(db, block, serializePostings(postings, MIN_TEXTS))
    return true
  })

/** Returns the first block without postings, or the one with the most stale products if the total is large enough. */
function chooseBlock(
  stale: readonly { number: number }[],
  indexedBlocks: ReadonlySet<number>,
  lastBlock: number,
): number | undefined {
  for (let block = 0; block <= lastBlock; block += 1) if (!indexedBlocks.has(block)) return block
  const numbers = [...new Set(stale.map(({ number }) => number))]
  if (numbers.length <= MAX_STALE_NUMBERS) return undefined
  const counts = [...Map.groupBy(numbers, getBlock)].sort(([, a], [, b]) => b.length - a.length)
  return counts[0]?.[0]
}

async function buildPostings(db: Queryable, block: number): Promise<PostingLists> {
  const lists: PostingLists = new Map()
  const to = toOrdinal((block + 1) * PRODUCTS_PER_BLOCK, NAME)
  let from = toOrdinal(block * PRODUCTS_PER_BLOCK, NAME)
  for (;;) {
    const texts = await listTextsFrom(db, { from, to, limit: TEXTS_PER_READ })
    for (const { ordinal, text } of texts) {
      await yieldToEventLoop()
      addPostings(lists, ordinal, text)
      from = ordinal + 1
    }
    if (texts.length < TEXTS_PER_READ) return lists
  }
}
