/**
 * Where frequent pairs of characters stand in the texts of products, on PostgreSQL, whose index of words doesn't know.
 * Products are taken in blocks by their numbers. A block is read anew beside the requests when many of its texts have
 * changed; until then the database itself notes whose texts those are (migration 030).
 */
import { sql } from 'kysely'
import type { Queryable } from './database.ts'
import { readNumbers } from './text-search.ts'

export const PLACES = 'search_grams_places'
export const STALE = 'search_grams_stale'

/** Whose row says that a block was read. */
const BLOCK = ''
/** Names what only one node does at a time. */
const LOCK = 738_201
const ROWS_PER_INSERT = 100
const LETTERS = 'product-letters'

/** A pair's places in a block: postings of `positional-postings.ts` in Base64. */
export type GramPlaces = { gram: string; block: number; places: string }

/** Returns the places of pairs, and which blocks were read: in the others nothing is known. */
export async function readGramPlaces(
  db: Queryable,
  grams: readonly string[],
): Promise<{ blocks: ReadonlySet<number>; rows: GramPlaces[] }> {
  const { rows } = await sql<GramPlaces>`select gram, block, places from ${sql.table(PLACES)}
    where gram in (${sql.join([BLOCK, ...grams])})`.execute(db)
  return {
    blocks: new Set(rows.filter(({ gram }) => gram === BLOCK).map(({ block }) => block)),
    rows: rows.filter(({ gram }) => gram !== BLOCK),
  }
}

/** Returns the numbers of products whose texts may have changed since their blocks were read. */
export async function listStaleNumbers(db: Queryable): Promise<number[]> {
  const { rows } = await sql<{ found: string | null }>`select string_agg(distinct number::text, ',') as found
    from ${sql.table(STALE)}`.execute(db)
  return readNumbers(rows[0]?.found)
}

/** Returns whether the caller is the only one who reads blocks, until its transaction ends. */
export async function lockGramPlaces(tx: Queryable): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as "isLocked"`.execute(tx)
  return rows[0]?.isLocked === true
}

export type StaleRow = { id: number; number: number }

export const listStaleRows = async (db: Queryable): Promise<StaleRow[]> =>
  (await sql<StaleRow>`select id, number from ${sql.table(STALE)}`.execute(db)).rows

export async function deleteStaleRows(db: Queryable, ids: readonly number[]): Promise<void> {
  await sql`delete from ${sql.table(STALE)} where id = any(${`{${ids.join()}}`}::bigint[])`.execute(db)
}

/** Lists texts that pairs are looked for in, from one row on and before another. */
export async function listTextsFrom(
  db: Queryable,
  { from, before, limit }: { from: number; before: number; limit: number },
): Promise<{ ordinal: number; text: string }[]> {
  const { rows } = await sql<{ ordinal: number; text: string }>`select ordinal, text from search_texts
    where ordinal >= ${from} and ordinal < ${before} and collection <> ${LETTERS}
    order by ordinal limit ${limit}`.execute(db)
  return rows
}

/** Replaces what is known of a block. */
export async function replaceGramPlaces(
  tx: Queryable,
  block: number,
  lists: readonly Omit<GramPlaces, 'block'>[],
): Promise<void> {
  await sql`delete from ${sql.table(PLACES)} where block = ${block}`.execute(tx)
  const rows = [{ gram: BLOCK, places: '' }, ...lists]
  for (let index = 0; index < rows.length; index += ROWS_PER_INSERT) {
    const values = rows.slice(index, index + ROWS_PER_INSERT).map((row) => sql`(${row.gram}, ${block}, ${row.places})`)
    await sql`insert into ${sql.table(PLACES)} (gram, block, places) values ${sql.join(values)}`.execute(tx)
  }
}

/** Lists those rows of products, given by number, whose texts hold a part literally. */
export async function listTextsHolding(
  db: Queryable,
  numbers: readonly number[],
  placesPerNumber: number,
  part: string,
): Promise<number[]> {
  const { rows } = await sql<{ found: string | null }>`select string_agg(ordinal::text, ',') as found
    from unnest(${`{${numbers.join()}}`}::integer[]) as looked_at (number) cross join lateral
      (select ordinal from search_texts
        where ordinal >= number * ${placesPerNumber}::integer and ordinal < (number + 1) * ${placesPerNumber}::integer
          and collection <> ${LETTERS} and strpos(text, ${part}) > 0) as holding`.execute(db)
  return readNumbers(rows[0]?.found)
}
