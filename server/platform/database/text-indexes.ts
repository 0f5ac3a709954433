/**
 * Substring search for the rows of a table on both databases, including Chinese. A text is split into bigrams (pairs of
 * adjacent UTF-16 code units); each is encoded as a term of the database's full-text index: FTS5 on SQLite, a `tsvector`
 * with GIN on PostgreSQL. This needs neither Chinese word segmentation nor an extension. Each row has an ordinal, which
 * identifies its entry in the index; triggers delete the entry with the row.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { getDatabaseKind } from './database-kind.ts'

/** A text column and its index, joined by the row's `ordinal`. */
export type TextIndex = { readonly table: string; readonly column: string; readonly grams: string }

/**
 * Texts that include contact data are indexed separately from those that every reader may search (docs/decisions/030).
 */
export const TEXT_INDEXES = {
  products: { table: 'search_texts', column: 'text', grams: 'search_grams' },
  submissions: { table: 'submissions', column: 'search_text', grams: 'submission_grams' },
  submissionsWithoutContacts: {
    table: 'submissions',
    column: 'search_text_without_contacts',
    grams: 'submission_open_grams',
  },
  leads: { table: 'leads', column: 'search_text', grams: 'lead_grams' },
  leadsWithoutContacts: { table: 'leads', column: 'search_text_without_contacts', grams: 'lead_open_grams' },
  memberReviews: { table: 'member_reviews', column: 'search_text', grams: 'member_review_grams' },
} as const satisfies Record<string, TextIndex>

/** Pads the last character of a text to a bigram. */
const END = 0

/** Returns the index terms of a text, in order; the index stores their positions on SQLite. */
function toTerms(text: string): string[] {
  const terms: string[] = []
  for (let index = 0; index < text.length; index += 1)
    terms.push(toHex(text.charCodeAt(index)) + toHex(index + 1 < text.length ? text.charCodeAt(index + 1) : END))
  return terms
}

/** Caches the encodings of code units, since a long text has tens of thousands. */
const hexCodes = new Array<string | undefined>(65_536)

function toHex(codeUnit: number): string {
  const encoded = hexCodes[codeUnit] ?? codeUnit.toString(16).padStart(4, '0')
  hexCodes[codeUnit] = encoded
  return encoded
}

/** Returns the index entry of a text, as it is inserted. */
export const toGrams = (text: string): string => toTerms(text).join(' ')

/** Returns the ordinal for a table's next row. The caller must hold a lock that prevents concurrent inserts. */
export async function getNextOrdinal<DB>(db: Kysely<DB>, table: TextIndex['table']): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`select max(ordinal) as last from ${sql.table(table)}`.execute(db)
  return (rows[0]?.last ?? 0) + 1
}

type IndexedRow = { ordinal: number; text: string }

/** Adds the texts of rows to an index. */
export async function indexTexts<DB>(
  db: Kysely<DB>,
  { grams }: Pick<TextIndex, 'grams'>,
  rows: readonly IndexedRow[],
): Promise<void> {
  if (rows.length === 0) return
  const values = rows.map(({ ordinal, text }) => sql`(${ordinal}, ${toGrams(text)})`)
  await sql`insert into ${sql.table(grams)} (rowid, grams) values ${sql.join(values)}`.execute(db)
}

/** Replaces the text of a row in an index. */
export async function reindexText<DB>(db: Kysely<DB>, index: Pick<TextIndex, 'grams'>, row: IndexedRow): Promise<void> {
  await sql`delete from ${sql.table(index.grams)} where rowid = ${row.ordinal}`.execute(db)
  await indexTexts(db, index, [row])
}

/** Lists the ordinals of the rows whose text contains at least one of the substrings, of which there must be one. */
export const listContaining = <DB>(
  db: Kysely<DB>,
  index: TextIndex,
  substrings: readonly string[],
): Promise<number[]> =>
  listValuesContaining<number, DB>(db, index, substrings, { column: 'ordinal', condition: undefined })

type ListedColumn = { column: string; condition: RawBuilder<boolean> | undefined }

/** Lists the values of a column, which may repeat, as `listContaining` does, of the rows that meet a condition. */
export const listValuesContaining = <Value extends string | number, DB>(
  db: Kysely<DB>,
  index: TextIndex,
  substrings: readonly string[],
  column: ListedColumn,
): Promise<Value[]> =>
  getDatabaseKind(db) === 'sqlite'
    ? listSqliteValues(db, index, substrings, column)
    : listPostgresValues(db, index, substrings, column)

/** FTS5 stores the positions of terms: it finds a substring as a phrase, and a single character as a prefix. */
function listSqliteValues<Value, DB>(
  db: Kysely<DB>,
  { table, grams }: TextIndex,
  substrings: readonly string[],
  { column, condition }: ListedColumn,
): Promise<Value[]> {
  const toPhrase = (substring: string) => `"${toTerms(substring).slice(0, -1).join(' ')}"`
  const toPrefix = (character: string) => `"${toHex(character.charCodeAt(0))}"*`
  const query = substrings.map((substring) => (substring.length === 1 ? toPrefix : toPhrase)(substring)).join(' OR ')
  const matches = sql`select rowid from ${sql.table(grams)} where ${sql.table(grams)} match ${query}`
  return column === 'ordinal' && !condition
    ? readValues(db, sql`select json_group_array(rowid) as "values" from (${matches})`)
    : readValues(
        db,
        sql`select json_group_array(${sql.ref(column)}) as "values" from ${sql.table(table)}
          where ordinal in (${matches}) and ${condition ?? sql`true`}`,
      )
}

/**
 * PostgreSQL's index has no positions, so texts with all terms are compared with the substrings. The planner ignores the
 * cost of reading out-of-line (TOASTed) terms and would scan all of them, so table scans are disabled.
 */
const listPostgresValues = <Value, DB>(
  db: Kysely<DB>,
  { table, column: textColumn, grams }: TextIndex,
  substrings: readonly string[],
  { column, condition }: ListedColumn,
): Promise<Value[]> =>
  db
    .transaction()
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      const toQuery = (substring: string) =>
        substring.length === 1
          ? `'${toHex(substring.charCodeAt(0))}':*`
          : `(${toTerms(substring).slice(0, -1).join(' & ')})`
      const query = substrings.map(toQuery).join(' | ')
      const containsAny = substrings.map((substring) => sql`strpos(${sql.ref(textColumn)}, ${substring}) > 0`)
      return readValues(
        trx,
        sql`select json_agg(${sql.ref(column)})::text as "values" from ${sql.table(table)}
          where ordinal in (select rowid from ${sql.table(grams)} where grams @@ ${query}::tsquery)
            and (${sql.join(containsAny, sql` or `)}) and ${condition ?? sql`true`}`,
      )
    })

/** Reads values as one JSON text, which is far cheaper than one row each. */
async function readValues<Value, DB>(db: Kysely<DB>, query: RawBuilder<unknown>): Promise<Value[]> {
  const { rows } = await sql<{ values: string | null }>`${query}`.execute(db)
  return JSON.parse(rows[0]?.values ?? '[]')
}

/** Lists the ordinals of the rows that meet a condition. */
export const listOrdinals = <DB>(
  db: Kysely<DB>,
  table: TextIndex['table'],
  condition: RawBuilder<boolean>,
): Promise<number[]> => {
  const list = getDatabaseKind(db) === 'sqlite' ? sql`json_group_array(ordinal)` : sql`json_agg(ordinal)::text`
  return readValues(db, sql`select ${list} as "values" from ${sql.table(table)} where ${condition}`)
}

/** Returns the condition that a column's number is among the listed ones, which are bound as one value. */
export function isAmong<DB>(db: Kysely<DB>, column: string, numbers: readonly number[]): RawBuilder<boolean> {
  return getDatabaseKind(db) === 'sqlite'
    ? sql<boolean>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(numbers)}))`
    : sql<boolean>`${sql.ref(column)} = any(${`{${numbers.join()}}`}::integer[])`
}

/** Returns the condition that a column contains a substring, without an index; `%` and `_` in it aren't wildcards. */
export const contains = (column: string | RawBuilder<unknown>, substring: string): RawBuilder<boolean> =>
  sql<boolean>`${typeof column === 'string' ? sql.ref(column) : column} like ${`%${substring.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`
