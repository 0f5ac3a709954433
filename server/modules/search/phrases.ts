/**
 * Finds parts of texts on PostgreSQL. Pairs of characters that many texts have are found with their places, by blocks of
 * products; where one is rare, or a block wasn't read yet, few texts have all pairs, and these are looked into.
 */
import type { Database, Queryable } from '#server/platform/database/database.ts'
import {
  deleteStaleRows,
  type GramPlaces,
  listStaleNumbers,
  listStaleRows,
  listTextsFrom,
  listTextsHolding,
  lockGramPlaces,
  readGramPlaces,
  replaceGramPlaces,
} from '#server/platform/database/gram-places.ts'
import { TEXT_GRAMS } from '#server/platform/database/search-words.ts'
import { gramQuery, isExact, listRowsFound, toGramSequence } from '#server/platform/database/text-search.ts'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import { addText, findTogether, type GramLists, type OffsetList, toStoredLists } from './gram-lists.ts'
import { getNumber, NAME, toOrdinal } from './places.ts'
import { findLastNumber, holdsInOtherBlocks, keepContaining } from './store.ts'

const PRODUCTS_PER_BLOCK = 2_048
/** Fewer texts of a block that have a pair are found by the index of words, and looked into. */
const FREQUENT_TEXTS = 32
/** Fewer products than these need no places: all their texts are looked into in no time. */
const LEAST_PRODUCTS = 2 * PRODUCTS_PER_BLOCK
/** Beyond these, blocks are read anew. */
const MOST_STALE = 500
const TEXTS_PER_READ = 500
const ALL_ROWS = 2_147_483_647
/** A longer part is looked for by its beginning, and the texts that have it are looked into. */
const MOST_PAIRS = 12

type Source = Pick<Database, 'read' | 'kind'>
const getBlock = (number: number) => Math.floor(number / PRODUCTS_PER_BLOCK)

/** Returns the rows of the texts that hold a part of at least two characters. */
export async function findPhrase(source: Source, part: string): Promise<readonly number[]> {
  const pairs = listPairs(part)
  // In this order: what is read of a block in between makes stale texts looked into once more, and none forgotten.
  const stale = await listStaleNumbers(source.read)
  const { blocks, rows } = await readGramPlaces(source.read, [...new Set(pairs.map(({ gram }) => gram))])
  const staleNumbers = new Set(stale.filter((number) => blocks.has(getBlock(number))))
  const byBlock = Map.groupBy(rows, ({ block }) => block)
  const result: number[] = []
  const doubtful: number[] = []
  const known = new Set<number>()
  const isFresh = (row: number) => staleNumbers.size === 0 || !staleNumbers.has(getNumber(row))
  for (const block of blocks) {
    const lists = toLists(pairs, byBlock.get(block) ?? [])
    if (!lists) continue
    await yieldToEventLoop()
    known.add(block)
    const matches = findTogether(lists)
    for (const row of matches.certain) if (isFresh(row)) result.push(row)
    for (const row of matches.doubtful) if (isFresh(row)) doubtful.push(row)
  }
  const isWhole = (pairs.at(-1)?.offset ?? 0) + 2 >= part.length
  const unsure = isWhole ? doubtful : [...result.splice(0), ...doubtful]
  if (unsure.length > 0) result.push(...(await keepContaining(source, unsure, [part])))
  if (staleNumbers.size > 0)
    result.push(...(await listTextsHolding(source.read, [...staleNumbers], toOrdinal(1, NAME), part)))
  result.push(...(await findInOtherBlocks(source, part, known)))
  return result
}

type Pair = { gram: string; offset: number }

/** Returns pairs that cover a part, if it isn't too long: each other one, and the last. */
function listPairs(part: string): Pair[] {
  const grams = toGramSequence(part).slice(0, -1)
  const pairs = grams.map((gram, offset) => ({ gram, offset }))
  return pairs.filter(({ offset }) => offset % 2 === 0 || offset === grams.length - 1).slice(0, MOST_PAIRS)
}

/** Returns the lists of pairs, the shortest first; `undefined` if one of them is rare. */
function toLists(pairs: readonly Pair[], rows: readonly GramPlaces[]): OffsetList[] | undefined {
  const lists: OffsetList[] = []
  for (const { gram, offset } of pairs) {
    const row = rows.find((each) => each.gram === gram)
    if (!row) return undefined
    lists.push({ places: row.places, offset })
  }
  return lists.sort((a, b) => a.places.length - b.places.length)
}

/** Finds what stands in blocks of which nothing is known, by the index of words. */
async function findInOtherBlocks(source: Source, part: string, known: ReadonlySet<number>): Promise<number[]> {
  const { read, kind } = source
  const last = getBlock(await findLastNumber(read))
  if (Array.from({ length: last + 1 }, (_, block) => block).every((block) => known.has(block))) return []
  const rows = toOrdinal(PRODUCTS_PER_BLOCK, NAME)
  const also = holdsInOtherBlocks(source, TEXT_GRAMS, isExact(part) ? undefined : part, { blocks: [...known], rows })
  return listRowsFound(read, kind, TEXT_GRAMS, { query: gramQuery(kind, part), from: 0, to: ALL_ROWS, also })
}

/**
 * Reads blocks that weren't read yet, and those of which many texts have changed: one node for all. Does nothing on
 * SQLite, nor for fewer than `leastProducts`. Returns whether it did anything.
 */
export async function refreshPhrases(database: Database, leastProducts = LEAST_PRODUCTS): Promise<boolean> {
  if (database.kind === 'sqlite') return false
  let count = 0
  while (await refreshBlock(database, leastProducts)) count += 1
  return count > 0
}

/** Reads the block that needs it most. Returns whether there was one. */
const refreshBlock = ({ write }: Pick<Database, 'write'>, leastProducts: number): Promise<boolean> =>
  write(async ({ tx }) => {
    if (!(await lockGramPlaces(tx))) return false
    // Those of changes that are committed later stay.
    const stale = await listStaleRows(tx)
    const { blocks } = await readGramPlaces(tx, [])
    const isRead = ({ number }: { number: number }) => blocks.has(getBlock(number))
    const last = await findLastNumber(tx)
    const block = last < leastProducts ? undefined : chooseBlock(stale.filter(isRead), blocks, getBlock(last))
    const settled = stale.filter((row) => !isRead(row) || getBlock(row.number) === block)
    await deleteStaleRows(
      tx,
      settled.map(({ id }) => id),
    )
    if (block === undefined) return false
    const lists = await readBlock(tx, block)
    await replaceGramPlaces(tx, block, toStoredLists(lists, FREQUENT_TEXTS))
    return true
  })

/** Returns the first block that wasn't read, or the one with most stale products, if there are many in all. */
function chooseBlock(
  stale: readonly { number: number }[],
  blocks: ReadonlySet<number>,
  last: number,
): number | undefined {
  for (let block = 0; block <= last; block += 1) if (!blocks.has(block)) return block
  const numbers = [...new Set(stale.map(({ number }) => number))]
  if (numbers.length <= MOST_STALE) return undefined
  const counts = [...Map.groupBy(numbers, getBlock)].sort(([, a], [, b]) => b.length - a.length)
  return counts[0]?.[0]
}

async function readBlock(tx: Queryable, block: number): Promise<GramLists> {
  const lists: GramLists = new Map()
  const before = toOrdinal((block + 1) * PRODUCTS_PER_BLOCK, NAME)
  let from = toOrdinal(block * PRODUCTS_PER_BLOCK, NAME)
  for (;;) {
    const texts = await listTextsFrom(tx, { from, before, limit: TEXTS_PER_READ })
    for (const { ordinal, text } of texts) {
      await yieldToEventLoop()
      addText(lists, ordinal, text)
      from = ordinal + 1
    }
    if (texts.length < TEXTS_PER_READ) return lists
  }
}
