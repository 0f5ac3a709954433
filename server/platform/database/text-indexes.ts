/**
 * Substring search for the rows of a table on both databases, including Chinese. A text is split into bigrams (pairs of
 * adjacent UTF-16 code units); each is encoded as a term of the database's full-text index: FTS5 on SQLite, a `tsvector`
 * with GIN on PostgreSQL. This needs neither Chinese word segmentation nor an extension. Each row has an ordinal, which
 * identifies its entry in the index; triggers delete the entry with the row.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { getDialect } from './dialects/dialects.ts'
import type { ListedColumn, TextIndex } from './text-terms.ts'

export type { TextIndex }

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
  comparedNames: { table: 'compared_names', column: 'name_key', grams: 'compared_name_grams' },
  productPosts: { table: 'product_posts', column: 'search_text', grams: 'product_post_grams' },
  memberReviews: { table: 'member_reviews', column: 'search_text', grams: 'member_review_grams' },
} as const satisfies Record<string, TextIndex>

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
  const { toIndexEntry } = getDialect(db)
  const values = rows.map(({ ordinal, text }) => sql`(${ordinal}, ${toIndexEntry(text)})`)
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

/** Lists the values of a column, which may repeat, as `listContaining` does, of the rows that meet a condition. */
export function listValuesContaining<Value extends string | number, DB>(
  db: Kysely<DB>,
  index: TextIndex,
  substrings: readonly string[],
  column: ListedColumn,
): Promise<Value[]> {
  const { runTextSearch, selectValuesContaining } = getDialect(db)
  return runTextSearch(db, (trx) => readValues(trx, selectValuesContaining(index, substrings, column)))
}

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
  const ordinals = getDialect(db).aggregateAsJson(sql`ordinal`)
  return readValues(db, sql`select ${ordinals} as "values" from ${sql.table(table)} where ${condition}`)
}

/** Returns the condition that a column's number is among the listed ones, which are bound as one value. */
export const isAmong = <DB>(db: Kysely<DB>, column: string, numbers: readonly number[]): RawBuilder<boolean> =>
  getDialect(db).isAmongIntegers(sql.ref(column), numbers)

/** Returns the condition that a column contains a substring, without an index; `%` and `_` in it aren't wildcards. */
export const contains = (column: string | RawBuilder<unknown>, substring: string): RawBuilder<boolean> =>
  sql<boolean>`${typeof column === 'string' ? sql.ref(column) : column} like ${`%${substring.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`
