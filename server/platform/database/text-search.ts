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
    grams.push(hex(text.charCodeAt(index)) + hex(index + 1 < text.length ? text.charCodeAt(index + 1) : END))
  return grams
}

const CODE_UNITS = 65_536
/** Caches the encodings of code units, since a long text has tens of thousands. */
const HEX_CACHE = new Array<string | undefined>(CODE_UNITS)

function hex(codeUnit: number): string {
  const encoded = HEX_CACHE[codeUnit] ?? codeUnit.toString(16).padStart(4, '0')
  HEX_CACHE[codeUnit] = encoded
  return encoded
}

/**
 * Returns the index query for texts that contain every bigram of `part`, a superset of those that contain `part`. A
 * single character is searched as a prefix.
 */
export function gramQuery(kind: DatabaseKind, part: string): string {
  if (part.length === 1) return beginningQuery(kind, hex(part.charCodeAt(0)))
  const grams = toGrams(part).filter((gram) => !gram.endsWith(hex(END)))
  return grams.map((gram) => wordQuery(kind, gram)).join(kind === 'sqlite' ? ' AND ' : ' & ')
}

/** Returns whether `gramQuery` matches exactly the texts that contain the part, so that no further check is needed. */
export const isExact = (part: string): boolean => part.length <= 2

/** Returns the query for texts that contain `part`, for an index with positions on SQLite. */
export const phraseQuery = (part: string): string =>
  part.length === 1 ? gramQuery('sqlite', part) : `"${toGramSequence(part).slice(0, -1).join(' ')}"`

/**
 * Creates an index table, whose rows are identified by an integer. On SQLite, `hasPhrases` stores the positions of
 * terms, and `beginnings` are the lengths of prefixes to index separately.
 */
export async function createGramTable(
  db: Kysely<unknown>,
  kind: DatabaseKind,
  table: string,
  { hasPhrases = false, beginnings = [] }: { hasPhrases?: boolean; beginnings?: readonly number[] } = {},
): Promise<void> {
  if (kind === 'sqlite') {
    const prefix = beginnings.length > 0 ? `, prefix='${beginnings.join(' ')}'` : ''
    const options = sql.raw(`detail=${hasPhrases ? 'full' : 'none'}${prefix}`)
    await sql`create virtual table ${sql.table(table)}
      using fts5(grams, content='', contentless_delete=1, ${options}, tokenize='ascii')`.execute(db)
    return
  }
  await sql`create table ${sql.table(table)} (rowid integer primary key, grams tsvector not null)`.execute(db)
  await sql`create index ${sql.ref(`${table}_grams`)} on ${sql.table(table)} using gin (grams)`.execute(db)
}

export const insertGrams = <DB>(db: Kysely<DB>, table: string, row: number, text: string) =>
  insertWords(db, table, [{ row, words: toGramSequence(text) }])

/** Inserts the terms of many rows. */
export async function insertWords<DB>(
  db: Kysely<DB>,
  table: string,
  rows: readonly { row: number; words: readonly string[] }[],
): Promise<void> {
  if (rows.length === 0) return
  const values = rows.map(({ row, words }) => sql`(${row}, ${words.join(' ')})`)
  await sql`insert into ${sql.table(table)} (rowid, grams) values ${sql.join(values)}`.execute(db)
}

export const deleteGrams = <DB>(db: Kysely<DB>, table: string, row: number) =>
  sql`delete from ${sql.table(table)} where rowid = ${row}`.execute(db)

/** Returns the index query for texts with a term that starts with a prefix. */
export const beginningQuery = (kind: DatabaseKind, beginning: string): string =>
  kind === 'sqlite' ? `"${beginning}"*` : `'${beginning}':*`

/** Returns the index query for texts with a term. */
export const wordQuery = (kind: DatabaseKind, word: string): string => (kind === 'sqlite' ? `"${word}"` : `'${word}'`)

const matches = (kind: DatabaseKind, table: string, query: string): RawBuilder<boolean> =>
  kind === 'sqlite' ? sql<boolean>`${sql.table(table)} match ${query}` : sql<boolean>`grams @@ ${query}::tsquery`

export type RowQuery = { query: string; from: number; to: number; also?: RawBuilder<boolean> | undefined }

/**
 * Lists the rows that a query matches, aggregated into one string, which is far cheaper than one row each. SQLite is
 * queried range by range (`from` inclusive, `to` exclusive). PostgreSQL runs in another process and is queried for all
 * rows at once, with `also` as a further condition.
 */
export const listRowsFound = <DB>(db: Kysely<DB>, table: string, rows: RowQuery): Promise<number[]> =>
  getDatabaseKind(db) === 'sqlite' ? listSqliteRows(db, table, rows) : listPostgresRows(db, table, rows)

/** FTS5 uses row-id limits only if they are integers; the driver binds numbers as floating point, so they are cast. */
async function listSqliteRows<DB>(db: Kysely<DB>, table: string, { query, from, to }: RowQuery): Promise<number[]> {
  const { rows } = await sql<{ found: string | null }>`select group_concat(rowid) as found from ${sql.table(table)}
    where ${matches('sqlite', table, query)} and rowid >= cast(${from} as integer) and rowid < cast(${to} as integer)`.execute(
    db,
  )
  return readNumbers(rows[0]?.found)
}

const listPostgresRows = <DB>(
  db: Kysely<DB>,
  table: string,
  { query, also = sql<boolean>`true` }: RowQuery,
): Promise<number[]> =>
  withoutTableScans(db, async (tx) => {
    const { rows } = await sql<{ found: string | null }>`select string_agg(rowid::text, ',') as found
      from ${sql.table(table)} where ${matches('postgres', table, query)} and ${also}`.execute(tx)
    return readNumbers(rows[0]?.found)
  })

/**
 * Runs read-only statements on PostgreSQL without sequential scans. The planner ignores the cost of reading out-of-line
 * (TOASTed) terms, and would scan all of them.
 */
export const withoutTableScans = <DB, Result>(
  db: Kysely<DB>,
  read: (tx: Kysely<DB>) => Promise<Result>,
): Promise<Result> =>
  db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      return read(tx)
    })

/** Lists the words that at least this part of a PostgreSQL index's texts contain, by its statistics. */
export async function listFrequentWords<DB>(db: Kysely<DB>, table: string, part: number): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`select word
    from pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) as common (word, frequency)
    where schemaname = current_schema() and tablename = ${table} and attname = 'grams'
      and word is not null and frequency >= ${part}`.execute(db)
  return rows.map(({ word }) => word)
}

/** Returns whether all bigrams of a part are among the frequent words; for a single character, whether any has it. */
export function isFrequent(part: string, frequent: readonly string[]): boolean {
  const beginning = hex(part.charCodeAt(0))
  if (part.length === 1) return frequent.some((word) => word.startsWith(beginning))
  return toGramSequence(part)
    .slice(0, -1)
    .every((gram) => frequent.includes(gram))
}

/** Parses comma-separated integers. */
export function readNumbers(list: string | null | undefined): number[] {
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

/** Returns a condition for columns that contain a text literally: `%` and `_` aren't wildcards. */
export const contains = (text: string | RawBuilder<unknown>, part: string): RawBuilder<boolean> =>
  sql<boolean>`${typeof text === 'string' ? sql.ref(text) : text} like ${`%${part.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`
