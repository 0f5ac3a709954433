import { CompiledQuery, type Kysely, sql } from 'kysely'
import type { AnyTables } from '../database-location.ts'
import { getTransferDialect } from '../dialects/dialects.ts'
import { indexTexts, TEXT_INDEXES, type TextIndex } from '../text-indexes.ts'
import type { Table } from './migrated-schema.ts'
import type { Row } from './table-rows.ts'

/** Text indexes aren't copied but rebuilt from the copied texts. */
const INDEXES: readonly TextIndex[] = Object.values(TEXT_INDEXES)

/** The tables of the indexes, with those of earlier versions. */
export const GRAM_TABLES: readonly string[] = [
  ...INDEXES.map(({ grams }) => grams),
  'search_letter_grams',
  'search_grams_places',
  'search_grams_stale',
]

const MAX_ROWS = 200
/** SQLite binds at most 32,766 values to a statement, PostgreSQL twice as many. */
const MAX_VALUES = 30_000

/** Empties tables, referencing ones first: some migrations insert rows. */
export async function clearTables(db: Kysely<AnyTables>, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(db)
}

/** Inserts rows and their entries in the text indexes. */
export async function loadRows(db: Kysely<AnyTables>, table: Table, rows: readonly Row[]): Promise<void> {
  const size = Math.min(MAX_ROWS, Math.floor(MAX_VALUES / table.columns.length))
  for (let start = 0; start < rows.length; start += size) {
    const batch = rows.slice(start, start + size)
    await db.executeQuery(CompiledQuery.raw(insertStatement(db, table, batch.length), batch.flat()))
  }
  await indexRows(db, table, rows)
}

function insertStatement(db: Kysely<AnyTables>, { name, columns }: Table, rowCount: number): string {
  const quote = (identifier: string) => `"${identifier}"`
  const { toPlaceholder } = getTransferDialect(db)
  const values = Array.from({ length: rowCount }, (_, row) => {
    const parameters = columns.map((_, column) => toPlaceholder(row * columns.length + column))
    return `(${parameters.join()})`
  })
  return `insert into ${quote(name)} (${columns.map((column) => quote(column.name)).join()}) values ${values.join()}`
}

async function indexRows(db: Kysely<AnyTables>, { name, columns }: Table, rows: readonly Row[]): Promise<void> {
  const findPosition = (columnName: string) => columns.findIndex((column) => column.name === columnName)
  for (const index of INDEXES.filter(({ table }) => table === name)) {
    const ordinal = findPosition('ordinal')
    const text = findPosition(index.column)
    // In an earlier version the table may have neither ordinal nor text, nor an index.
    if (ordinal === -1 || text === -1) continue
    for (let start = 0; start < rows.length; start += MAX_ROWS) {
      const batch = rows.slice(start, start + MAX_ROWS)
      await indexTexts(
        db,
        index,
        batch.map((row) => ({ ordinal: Number(row[ordinal]), text: String(row[text]) })),
      )
    }
  }
}
