/**
 * Positions of frequent bigrams in the texts of products, on PostgreSQL, whose `tsvector` index is used without
 * positions. Products are indexed in blocks by number. A block is rebuilt in the background when many of its texts have
 * changed; until then, triggers record the products that changed (migration 030).
 */
import { sql } from 'kysely'
import type { Queryable } from './database.ts'
import { PINYIN_COLLECTION } from './product-search-index.ts'
import { parseIntegers } from './text-search.ts'

export const POSITIONS_TABLE = 'search_grams_places'
export const STALE_TABLE = 'search_grams_stale'

/** The bigram column's value in the row that records that a block has been indexed. */
const BLOCK_MARKER = ''
/** The advisory lock of the indexing, which only one node does at a time. */
const LOCK_ID = 738_201
const ROWS_PER_INSERT = 100

/** The positions of a bigram in a block: a posting list of `positional-postings.ts` in Base64. */
export type BigramPositions = { gram: string; block: number; places: string }

/** Returns the positions of bigrams, and the blocks that have been indexed. */
export async function readBigramPositions(
  db: Queryable,
  grams: readonly string[],
): Promise<{ blocks: ReadonlySet<number>; rows: BigramPositions[] }> {
  const { rows } = await sql<BigramPositions>`select gram, block, places from ${sql.table(POSITIONS_TABLE)}
    where gram in (${sql.join([BLOCK_MARKER, ...grams])})`.execute(db)
  return {
    blocks: new Set(rows.filter(({ gram }) => gram === BLOCK_MARKER).map(({ block }) => block)),
    rows: rows.filter(({ gram }) => gram !== BLOCK_MARKER),
  }
}

/** Returns the numbers of products whose texts may have changed since their blocks were indexed. */
export async function listStaleNumbers(db: Queryable): Promise<number[]> {
  const { rows } = await sql<{ found: string | null }>`select string_agg(distinct number::text, ',') as found
    from ${sql.table(STALE_TABLE)}`.execute(db)
  return parseIntegers(rows[0]?.found)
}

/** Tries to lock the indexing until the transaction ends. Returns whether it succeeded. */
export async function lockBigramPositions(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`select pg_try_advisory_xact_lock(${LOCK_ID}) as "isLocked"`.execute(
    db,
  )
  return rows[0]?.isLocked === true
}

export type StaleRow = { id: number; number: number }

export const listStaleRows = async (db: Queryable): Promise<StaleRow[]> =>
  (await sql<StaleRow>`select id, number from ${sql.table(STALE_TABLE)}`.execute(db)).rows

export async function deleteStaleRows(db: Queryable, ids: readonly number[]): Promise<void> {
  await sql`delete from ${sql.table(STALE_TABLE)} where id = any(${`{${ids.join()}}`}::bigint[])`.execute(db)
}

/** Lists texts to index, by ordinal: from `from` inclusive to `to` exclusive. */
export async function listTextsFrom(
  db: Queryable,
  { from, to, limit }: { from: number; to: number; limit: number },
): Promise<{ ordinal: number; text: string }[]> {
  const { rows } = await sql<{ ordinal: number; text: string }>`select ordinal, text from search_texts
    where ordinal >= ${from} and ordinal < ${to} and collection <> ${PINYIN_COLLECTION}
    order by ordinal limit ${limit}`.execute(db)
  return rows
}

/** Replaces the index of a block. */
export async function replaceBigramPositions(
  db: Queryable,
  block: number,
  lists: readonly Omit<BigramPositions, 'block'>[],
): Promise<void> {
  await sql`delete from ${sql.table(POSITIONS_TABLE)} where block = ${block}`.execute(db)
  const rows = [{ gram: BLOCK_MARKER, places: '' }, ...lists]
  for (let index = 0; index < rows.length; index += ROWS_PER_INSERT) {
    const values = rows.slice(index, index + ROWS_PER_INSERT).map((row) => sql`(${row.gram}, ${block}, ${row.places})`)
    await sql`insert into ${sql.table(POSITIONS_TABLE)} (gram, block, places) values ${sql.join(values)}`.execute(db)
  }
}

/** Lists the ordinals of the texts of these products that contain a substring. */
export async function listTextsContaining(
  db: Queryable,
  numbers: readonly number[],
  ordinalsPerProduct: number,
  substring: string,
): Promise<number[]> {
  const { rows } = await sql<{ found: string | null }>`select string_agg(ordinal::text, ',') as found
    from unnest(${`{${numbers.join()}}`}::integer[]) as candidates (number) cross join lateral
      (select ordinal from search_texts
        where ordinal >= number * ${ordinalsPerProduct}::integer and ordinal < (number + 1) * ${ordinalsPerProduct}::integer
          and collection <> ${PINYIN_COLLECTION} and strpos(text, ${substring}) > 0) as matches`.execute(db)
  return parseIntegers(rows[0]?.found)
}
