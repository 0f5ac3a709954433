import { CompiledQuery, type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../migrations/columns.ts'
import { insertGrams } from '../text-search.ts'
import type { Table } from './schema-of-steps.ts'
import type { AnyTables } from './snapshot.ts'
import type { Row } from './table-rows.ts'

/** Indexes of words are made of texts that are copied: each by the column that it indexes. */
const GRAMS = {
  table: 'submissions',
  row: 'ordinal',
  indexes: { submission_grams: 'search_text', submission_open_grams: 'search_open' },
}

export const GRAM_TABLES = Object.keys(GRAMS.indexes)

const MOST_ROWS = 200
/** SQLite binds 32,766 values to a statement, PostgreSQL twice as many. */
const MOST_VALUES = 30_000

/** Empties tables, children before what they refer to: migrations begin some with rows of their own. */
export async function clearTables(db: Kysely<AnyTables>, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(db)
}

/** Inserts rows, and what the indexes of words keep of them. */
export async function loadRows(
  db: Kysely<AnyTables>,
  kind: DatabaseKind,
  table: Table,
  rows: readonly Row[],
): Promise<void> {
  const size = Math.min(MOST_ROWS, Math.floor(MOST_VALUES / table.columns.length))
  for (let start = 0; start < rows.length; start += size) {
    const batch = rows.slice(start, start + size)
    await db.executeQuery(CompiledQuery.raw(insertStatement(kind, table, batch.length), batch.flat()))
  }
  if (table.name === GRAMS.table) await indexWords(db, table, rows)
}

function insertStatement(kind: DatabaseKind, { name, columns }: Table, rowCount: number): string {
  const quote = (word: string) => `"${word}"`
  const values = Array.from({ length: rowCount }, (_, row) => {
    const parameters = columns.map((_, column) => (kind === 'sqlite' ? '?' : `$${row * columns.length + column + 1}`))
    return `(${parameters.join()})`
  })
  return `insert into ${quote(name)} (${columns.map((column) => quote(column.name)).join()}) values ${values.join()}`
}

async function indexWords(db: Kysely<AnyTables>, { columns }: Table, rows: readonly Row[]): Promise<void> {
  const positionOf = (name: string) => columns.findIndex((column) => column.name === name)
  const ordinal = positionOf(GRAMS.row)
  for (const [index, text] of Object.entries(GRAMS.indexes)) {
    const position = positionOf(text)
    // The second index came by a later migration.
    if (position === -1) continue
    for (const row of rows) await insertGrams(db, index, Number(row[ordinal]), String(row[position]))
  }
}
