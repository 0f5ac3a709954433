/**
 * Finds any part of a text by an index, Chinese too, on both databases. A text is cut into pairs of neighbouring
 * characters; each pair is a word of letters and digits to an index that knows words: FTS5 on SQLite, a `tsvector` under
 * GIN on PostgreSQL. Neither has to cut Chinese, nor bring an extension.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'

type Kind = 'sqlite' | 'postgres'

const ZERO = '0'.charCodeAt(0)
/** Stands behind a text's last character, which so begins a pair, too. */
const END = 0

/** Returns the words of a text, each once. */
export const toGrams = (text: string): string[] => [...new Set(toGramSequence(text))]

/** Returns the words of a text in their order, repeats included: where an index knows places, they are found as a phrase. */
export function toGramSequence(text: string): string[] {
  const grams: string[] = []
  for (let index = 0; index < text.length; index += 1)
    grams.push(hex(text.charCodeAt(index)) + hex(index + 1 < text.length ? text.charCodeAt(index + 1) : END))
  return grams
}

const UNITS = 65_536
/** What characters are written as: made once, since a long text has tens of thousands. */
const WRITTEN = new Array<string | undefined>(UNITS)

function hex(unit: number): string {
  const known = WRITTEN[unit] ?? unit.toString(16).padStart(4, '0')
  WRITTEN[unit] = known
  return known
}

/**
 * Returns the index's query for the texts that hold every pair of `part`: all that hold `part` itself are among them. A
 * single character is the beginning of a pair.
 */
export function gramQuery(kind: Kind, part: string): string {
  if (part.length === 1) return beginningQuery(kind, hex(part.charCodeAt(0)))
  const grams = toGrams(part).filter((gram) => !gram.endsWith(hex(END)))
  return grams.map((gram) => wordQuery(kind, gram)).join(kind === 'sqlite' ? ' AND ' : ' & ')
}

/** Returns whether what `gramQuery` finds is what holds the part, and needs no second look. */
export const isExact = (part: string): boolean => part.length <= 2

/** Returns the query of an index that knows places for the texts that hold `part` itself, on SQLite. */
export const phraseQuery = (part: string): string =>
  part.length === 1 ? gramQuery('sqlite', part) : `"${toGramSequence(part).slice(0, -1).join(' ')}"`

/**
 * Creates an index table, whose rows are identified by an integer. On SQLite, `hasPhrases` has it know the places of
 * words, and beginnings of words of these lengths by an index of their own.
 */
export async function createGramTable(
  db: Kysely<unknown>,
  kind: Kind,
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
  sql`insert into ${sql.table(table)} (rowid, grams) values (${row}, ${toGrams(text).join(' ')})`.execute(db)

/** Inserts the words of many rows. */
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

/** Returns the index's query for texts that have a word with a beginning. */
export const beginningQuery = (kind: Kind, beginning: string): string =>
  kind === 'sqlite' ? `"${beginning}"*` : `'${beginning}':*`

/** Returns the index's query for texts that have a word. */
export const wordQuery = (kind: Kind, word: string): string => (kind === 'sqlite' ? `"${word}"` : `'${word}'`)

/** Returns the rows whose texts hold every pair of `part`, for `where … in`. */
export const rowsWithGrams = (kind: Kind, table: string, part: string): RawBuilder<number> =>
  sql<number>`(select rowid from ${sql.table(table)} where ${matches(kind, table, gramQuery(kind, part))})`

const matches = (kind: Kind, table: string, query: string): RawBuilder<boolean> =>
  kind === 'sqlite' ? sql<boolean>`${sql.table(table)} match ${query}` : sql<boolean>`grams @@ ${query}::tsquery`

export type RowQuery = { query: string; from: number; to: number; also?: RawBuilder<boolean> | undefined }

/**
 * Lists the rows that a query finds, from one up to before another: as one text, which costs far less than a row each.
 * PostgreSQL looks through all of them at once, in a process of its own, and at what `also` asks for.
 */
export const listRowsFound = <DB>(db: Kysely<DB>, kind: Kind, table: string, rows: RowQuery): Promise<number[]> =>
  kind === 'sqlite' ? listSqliteRows(db, table, rows) : listPostgresRows(db, table, rows)

/** FTS5 goes by limits that are integers only, and finds all first by others; the driver binds a number as a real one. */
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
 * Runs reading statements on PostgreSQL by indexes alone. The planner doesn't know what it costs to look into words that
 * are stored apart: it would read them all.
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

/** Reads whole numbers that commas part. */
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

/** Returns a condition for columns that contain a text literally: `%` and `_` are no wildcards. */
export const contains = (text: string | RawBuilder<unknown>, part: string): RawBuilder<boolean> =>
  sql<boolean>`${typeof text === 'string' ? sql.ref(text) : text} like ${`%${part.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`
