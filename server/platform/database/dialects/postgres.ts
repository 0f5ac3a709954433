/** PostgreSQL's expressions and statements; `sqlite.ts` has the same exports. */
import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { type ListedColumn, type TextIndex, toHex, toTerms } from '../text-terms.ts'

/** Whether several nodes may use one database at the same time. */
export const isSharedByNodes: boolean = true

/** Returns the condition that a text is among the listed ones, which are bound as one value. */
export const isAmongTexts = (text: RawBuilder<unknown>, texts: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${text} = any(${[...texts]}::text[])`

/** Returns the condition that an integer is among the listed ones, which are bound as one value. */
export const isAmongIntegers = (integer: RawBuilder<unknown>, integers: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`${integer} = any(${`{${integers.join()}}`}::integer[])`

/** Returns the aggregate of a query's values as one JSON text; null without rows. */
export const aggregateAsJson = (value: RawBuilder<unknown>): RawBuilder<unknown> => sql`json_agg(${value})::text`

/** Returns the aggregate of a query's texts as lines; null without rows. */
export const aggregateAsLines = (text: RawBuilder<unknown>): RawBuilder<unknown> => sql`string_agg(${text}, chr(10))`

/** Returns the hint after a table's name to read it by an index. PostgreSQL knows none. */
export const useIndex = (_name: string): RawBuilder<unknown> => sql``

/** Locks the selected rows until the transaction ends. */
export const lockRows = <DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
): SelectQueryBuilder<DB, Table, Row> => query.forUpdate()

/** Locks a name until the transaction ends. Two names with the same hash would share a lock. */
export async function lockName<DB>(db: Kysely<DB>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}

/**
 * Updates the planner's statistics after a bulk change. Autovacuum runs a minute later or never, and until then queries
 * for a few rows scan entire tables. Failures, such as missing permission, are ignored: queries are only slower.
 */
export async function updateStatistics<DB>(db: Kysely<DB>, tables: readonly string[]): Promise<void> {
  await sql`analyze ${sql.join(tables.map((name) => sql.table(name)))}`.execute(db).catch(() => {})
}

/** Returns the size of the database in bytes, without its auxiliary files. */
export async function getDatabaseSize<DB>(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(db)
  return Number(rows[0]?.size ?? 0)
}

/** Returns whether the migrator has created its tables. */
export async function hasMigrationTable<DB>(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(db)
  return rows.length > 0
}

/** A `tsvector` holds less than 1 MiB of terms, which have 8 characters each. */
const MAX_TERMS = 2 ** 17 - 1

/**
 * Returns the entry of a text in an index: its terms, each once, since positions aren't stored. Only a text of random
 * characters has more than fit; the rest of it isn't found.
 */
export const toIndexEntry = (text: string): string => [...new Set(toTerms(text))].slice(0, MAX_TERMS).join(' ')

/**
 * Returns the query of the values of a column, as one JSON text, of the rows whose text contains at least one of the
 * substrings. The index has no positions, so texts with all terms are compared with the substrings.
 */
export function selectValuesContaining(
  { table, column: textColumn, grams }: TextIndex,
  substrings: readonly string[],
  { column, condition }: ListedColumn,
): RawBuilder<unknown> {
  const toQuery = (substring: string) =>
    substring.length === 1
      ? `'${toHex(substring.charCodeAt(0))}':*`
      : `(${toTerms(substring).slice(0, -1).join(' & ')})`
  const query = substrings.map(toQuery).join(' | ')
  // Terms of one or two characters leave no doubt.
  const containsAny = substrings.some(({ length }) => length > 2)
    ? substrings.map((substring) => sql`strpos(${sql.ref(textColumn)}, ${substring}) > 0`)
    : [sql`true`]
  return sql`select json_agg(${sql.ref(column)})::text as "values" from ${sql.table(table)}
    where ordinal in (select rowid from ${sql.table(grams)} where grams @@ ${query}::tsquery)
      and (${sql.join(containsAny, sql` or `)}) and ${condition ?? sql`true`}`
}

/**
 * Runs the query of `selectValuesContaining`. The planner ignores the cost of reading out-of-line (TOASTed) terms
 * and would scan all of them, so table scans are disabled.
 */
export const runTextSearch = <DB, Result>(
  db: Kysely<DB>,
  query: (db: Kysely<DB>) => Promise<Result>,
): Promise<Result> =>
  db
    .transaction()
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      return query(trx)
    })
