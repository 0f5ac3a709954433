/** SQLite's expressions and statements; `postgres.ts` has the same exports. */
import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { type ListedColumn, type TextIndex, toGrams, toHex, toTerms } from '../text-terms.ts'

/** Whether several nodes may use one database at the same time. */
export const isSharedByNodes: boolean = false

/** Returns the condition that a text is among the listed ones, which are bound as one value. */
export const isAmongTexts = (text: RawBuilder<unknown>, texts: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${text} in (select value from json_each(${JSON.stringify(texts)}))`

/** Returns the condition that an integer is among the listed ones, which are bound as one value. */
export const isAmongIntegers = (integer: RawBuilder<unknown>, integers: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`${integer} in (select value from json_each(${JSON.stringify(integers)}))`

/** Returns the aggregate of a query's values as one JSON text; null without rows. */
export const aggregateAsJson = (value: RawBuilder<unknown>): RawBuilder<unknown> => sql`json_group_array(${value})`

/** Returns the aggregate of a query's texts as lines; null without rows. */
export const aggregateAsLines = (text: RawBuilder<unknown>): RawBuilder<unknown> => sql`group_concat(${text}, char(10))`

/** Returns the hint after a table's name to read it by an index, for a planner that would choose a worse one. */
export const useIndex = (name: string): RawBuilder<unknown> => sql`indexed by ${sql.ref(name)}`

/** Locks the selected rows until the transaction ends. SQLite's transactions run one after another anyway. */
export const lockRows = <DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
): SelectQueryBuilder<DB, Table, Row> => query

/** Locks a name until the transaction ends. SQLite's transactions run one after another anyway. */
export async function lockName<DB>(_db: Kysely<DB>, _name: string): Promise<void> {}

/** Updates the planner's statistics after a bulk change. SQLite's planner does well without. */
export async function updateStatistics<DB>(_db: Kysely<DB>, _tables: readonly string[]): Promise<void> {}

/** Returns the size of the database in bytes, without its auxiliary files. */
export async function getDatabaseSize<DB>(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{
    size: number
  }>`select page_count * page_size as size from pragma_page_count(), pragma_page_size()`.execute(db)
  return rows[0]?.size ?? 0
}

/** Returns whether the migrator has created its tables. */
export async function hasMigrationTable<DB>(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql`select 1 from sqlite_master where type = 'table' and name = 'kysely_migration'`.execute(db)
  return rows.length > 0
}

/** Returns the entry of a text in an index: its terms in order. */
export const toIndexEntry = (text: string): string => toGrams(text)

/**
 * Returns the query of the values of a column, as one JSON text, of the rows whose text contains at least one of the
 * substrings. FTS5 stores the positions of terms: it finds a substring as a phrase, and a single character as a prefix.
 */
export function selectValuesContaining(
  { table, grams }: TextIndex,
  substrings: readonly string[],
  { column, condition }: ListedColumn,
): RawBuilder<unknown> {
  const toPhrase = (substring: string) => `"${toTerms(substring).slice(0, -1).join(' ')}"`
  const toPrefix = (character: string) => `"${toHex(character.charCodeAt(0))}"*`
  const query = substrings.map((substring) => (substring.length === 1 ? toPrefix : toPhrase)(substring)).join(' OR ')
  const matches = sql`select rowid from ${sql.table(grams)} where ${sql.table(grams)} match ${query}`
  return column === 'ordinal' && !condition
    ? sql`select json_group_array(rowid) as "values" from (${matches})`
    : sql`select json_group_array(${sql.ref(column)}) as "values" from ${sql.table(table)}
        where ordinal in (${matches}) and ${condition ?? sql`true`}`
}

/** Runs the query of `selectValuesContaining`. */
export const runTextSearch = <DB, Result>(
  db: Kysely<DB>,
  query: (db: Kysely<DB>) => Promise<Result>,
): Promise<Result> => query(db)
