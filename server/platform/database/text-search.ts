/**
 * Indexed substring search on both databases, including Chinese. A text is split into bigrams (pairs of adjacent UTF-16
 * code units); each is encoded as an alphanumeric term of a full-text index: FTS5 on SQLite, a `tsvector` with GIN on
 * PostgreSQL. This needs neither Chinese word segmentation nor an extension.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type DatabaseKind, getDatabaseKind } from './database-kind.ts'

const ZERO = '0'.charCodeAt(0)
/** Pads the last character of a text to a bigram. */
const END = 0

/** Returns the distinct bigrams of a text. */
export const toGrams = (text: string): string[] => [...new Set(toGramSequence(text))]

/** Returns the bigrams of a text in order, including repetitions; an index with positions finds them as a phrase. */
export function toGramSequence(text: string): string[] {
  const grams: string[] = []
  for (let index = 0; index < text.length; index += 1)
    grams.push(toHex(text.charCodeAt(index)) + toHex(index + 1 < text.length ? text.charCodeAt(index + 1) : END))
  return grams
}

const CODE_UNITS = 65_536
/** Caches the encodings of code units, since a long text has tens of thousands. */
const HEX_CACHE = new Array<string | undefined>(CODE_UNITS)

function toHex(codeUnit: number): string {
  const encoded = HEX_CACHE[codeUnit] ?? codeUnit.toString(16).padStart(4, '0')
  HEX_CACHE[codeUnit] = encoded
  return encoded
}

/**
 * Returns the index query for texts that contain every bigram of `substring`, a superset of those that contain
 * `substring`. A single character is searched as a prefix.
 */
export function buildGramQuery(kind: DatabaseKind, substring: string): string {
  if (substring.length === 1) return buildPrefixQuery(kind, toHex(substring.charCodeAt(0)))
  const grams = toGrams(substring).filter((gram) => !gram.endsWith(toHex(END)))
  return grams.map((gram) => buildTermQuery(kind, gram)).join(kind === 'sqlite' ? ' AND ' : ' & ')
}

/** Returns whether `buildGramQuery` matches only texts that contain the substring, so that no further check is needed. */
export const isExact = (substring: string): boolean => substring.length <= 2

/** Returns the query for texts that contain `substring`, for an index with positions on SQLite. */
export const buildPhraseQuery = (substring: string): string =>
  substring.length === 1 ? buildGramQuery('sqlite', substring) : `"${toGramSequence(substring).slice(0, -1).join(' ')}"`

/**
 * Creates an index table, whose rows are identified by an integer. On SQLite, `hasPositions` stores the positions of
 * terms, and `prefixLengths` are the lengths of prefixes to index separately.
 */
export async function createGramTable(
  db: Kysely<unknown>,
  kind: DatabaseKind,
  table: string,
  { hasPositions = false, prefixLengths = [] }: { hasPositions?: boolean; prefixLengths?: readonly number[] } = {},
): Promise<void> {
  if (kind === 'sqlite') {
    const prefix = prefixLengths.length > 0 ? `, prefix='${prefixLengths.join(' ')}'` : ''
    const options = sql.raw(`detail=${hasPositions ? 'full' : 'none'}${prefix}`)
    await sql`create virtual table ${sql.table(table)}
      using fts5(grams, content='', contentless_delete=1, ${options}, tokenize='ascii')`.execute(db)
    return
  }
  await sql`create table ${sql.table(table)} (rowid integer primary key, grams tsvector not null)`.execute(db)
  await sql`create index ${sql.ref(`${table}_grams`)} on ${sql.table(table)} using gin (grams)`.execute(db)
}

export const insertGrams = <DB>(db: Kysely<DB>, table: string, row: number, text: string) =>
  insertTerms(db, table, [{ row, terms: toGramSequence(text) }])

/** Inserts the terms of many rows. */
export async function insertTerms<DB>(
  db: Kysely<DB>,
  table: string,
  rows: readonly { row: number; terms: readonly string[] }[],
): Promise<void> {
  if (rows.length === 0) return
  const values = rows.map(({ row, terms }) => sql`(${row}, ${terms.join(' ')})`)
  await sql`insert into ${sql.table(table)} (rowid, grams) values ${sql.join(values)}`.execute(db)
}

export const deleteGrams = <DB>(db: Kysely<DB>, table: string, row: number) =>
  sql`delete from ${sql.table(table)} where rowid = ${row}`.execute(db)

/** Returns the index query for texts with a term that starts with a prefix. */
export const buildPrefixQuery = (kind: DatabaseKind, prefix: string): string =>
  kind === 'sqlite' ? `"${prefix}"*` : `'${prefix}':*`

/** Returns the index query for texts with a term. */
export const buildTermQuery = (kind: DatabaseKind, term: string): string =>
  kind === 'sqlite' ? `"${term}"` : `'${term}'`

const matches = (kind: DatabaseKind, table: string, query: string): RawBuilder<boolean> =>
  kind === 'sqlite' ? sql<boolean>`${sql.table(table)} match ${query}` : sql<boolean>`grams @@ ${query}::tsquery`

export type RowQuery = { query: string; from: number; to: number; filter?: RawBuilder<boolean> | undefined }

/**
 * Lists the rows that a query matches, aggregated into one string, which is far cheaper than one row each. SQLite is
 * queried range by range (`from` inclusive, `to` exclusive). PostgreSQL runs in another process and is queried for all
 * rows at once, with `filter` as a further condition.
 */
export const listMatchingRows = <DB>(db: Kysely<DB>, table: string, rows: RowQuery): Promise<number[]> =>
  getDatabaseKind(db) === 'sqlite' ? listSqliteRows(db, table, rows) : listPostgresRows(db, table, rows)

/** FTS5 uses row-id limits only if they are integers; the driver binds numbers as floating point, so they are cast. */
async function listSqliteRows<DB>(db: Kysely<DB>, table: string, { query, from, to }: RowQuery): Promise<number[]> {
  const { rows } = await sql<{ found: string | null }>`select group_concat(rowid) as found from ${sql.table(table)}
    where ${matches('sqlite', table, query)} and rowid >= cast(${from} as integer) and rowid < cast(${to} as integer)`.execute(
    db,
  )
  return parseIntegers(rows[0]?.found)
}

const listPostgresRows = <DB>(
  db: Kysely<DB>,
  table: string,
  { query, filter = sql<boolean>`true` }: RowQuery,
): Promise<number[]> =>
  withoutTableScans(db, async (trx) => {
    const { rows } = await sql<{ found: string | null }>`select string_agg(rowid::text, ',') as found
      from ${sql.table(table)} where ${matches('postgres', table, query)} and ${filter}`.execute(trx)
    return parseIntegers(rows[0]?.found)
  })

/**
 * Runs read-only statements on PostgreSQL without sequential scans. The planner ignores the cost of reading out-of-line
 * (TOASTed) terms, and would scan all of them.
 */
export const withoutTableScans = <DB, Result>(
  db: Kysely<DB>,
  read: (db: Kysely<DB>) => Promise<Result>,
): Promise<Result> =>
  db
    .transaction()
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      return read(trx)
    })

/** Lists the terms that at least this share of the texts of a PostgreSQL index contain, by the planner's statistics. */
export async function listFrequentTerms<DB>(db: Kysely<DB>, table: string, minShare: number): Promise<string[]> {
  const { rows } = await sql<{ term: string }>`select term
    from pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) as common (term, frequency)
    where schemaname = current_schema() and tablename = ${table} and attname = 'grams'
      and term is not null and frequency >= ${minShare}`.execute(db)
  return rows.map(({ term }) => term)
}

/** Returns whether all bigrams of a substring are frequent; for a single character, whether one starting with it is. */
export function isFrequent(substring: string, frequentTerms: readonly string[]): boolean {
  const prefix = toHex(substring.charCodeAt(0))
  if (substring.length === 1) return frequentTerms.some((term) => term.startsWith(prefix))
  return toGramSequence(substring)
    .slice(0, -1)
    .every((gram) => frequentTerms.includes(gram))
}

/** Parses comma-separated integers. */
export function parseIntegers(list: string | null | undefined): number[] {
  const numbers: number[] = []
  if (!list) return numbers
  let number = 0
  for (let index = 0; index < list.length; index += 1) {
    const digit = list.charCodeAt(index) - ZERO
    if (digit >= 0) number = number * 10 + digit
    else {
      numbers.push(number)
      number = 0
    }
  }
  numbers.push(number)
  return numbers
}

/** Returns the condition that a column contains a substring; `%` and `_` in it aren't wildcards. */
export const contains = (column: string | RawBuilder<unknown>, substring: string): RawBuilder<boolean> =>
  sql<boolean>`${typeof column === 'string' ? sql.ref(column) : column} like ${`%${substring.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`
