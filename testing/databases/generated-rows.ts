/** Generates rows for every table of any schema, with texts and numbers that often cause errors. */
import { type Kysely, sql } from 'kysely'
import type { AnyTables } from '#server/platform/database/database-location.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { loadRows } from '#server/platform/database/transfer/load-rows.ts'
import { type ColumnType, readTables, type Table } from '#server/platform/database/transfer/migrated-schema.ts'
import type { Value } from '#server/platform/database/transfer/table-rows.ts'

type Column = { table: string; name: string; isRequired: number; parent: string | null; parentColumn: string | null }
/** The tables of a schema, with the constraints and references of their columns. */
export type Schema = { tables: readonly Table[]; columns: ReadonlyMap<string, Column> }
type Cell = { table: string; column: string; row: number }

const NUMBERS = [2_147_483_647, -2_147_483_648, 0, 1]
const REALS = [0.1 + 0.2, 1e300, -5e-324, 4, 1 / 3]

/** Reads the schema of a SQLite database; that of PostgreSQL is the same. */
export async function readSchema(db: Kysely<Tables>): Promise<Schema> {
  const { rows } = await sql<Column>`select list.name as "table", info.name, info."notnull" as "isRequired",
      key."table" as parent, key."to" as "parentColumn"
    from pragma_table_list as list join pragma_table_info(list.name) as info
    left join pragma_foreign_key_list(list.name) as key on key."from" = info.name
    where list.schema = 'main'`.execute(db)
  const columns = new Map(
    rows.map(({ isRequired, ...row }) => [`${row.table}.${row.name}`, { ...row, isRequired: Number(isRequired) }]),
  )
  return { tables: await readTables(db), columns }
}

type Generation = { first: number; count: number; text(table: string, column: string, row: number): string }

/**
 * Inserts rows into every table of a database, numbered from `first`. Every third row omits optional values. The same
 * number yields the same row, and rows refer to parents of the same number.
 */
export async function insertGeneratedRows(
  db: Kysely<AnyTables>,
  { tables, columns }: Schema,
  { first, count, text }: Generation,
): Promise<void> {
  function generateText({ table, column, row }: Cell): string {
    const definition = columns.get(`${table}.${column}`)
    if (definition?.parent && definition.parentColumn)
      return generateText({ table: definition.parent, column: definition.parentColumn, row })
    if (column.endsWith('_json')) return JSON.stringify({ text: text(table, column, row) })
    return `${text(table, column, row)} ${row}`
  }

  function generate(type: ColumnType, cell: Cell): Value {
    const { table, column, row } = cell
    if (columns.get(`${table}.${column}`)?.isRequired === 0 && row % 3 === 2) return null
    if (type === 'boolean') return row % 2 === 0
    if (type === 'real') return REALS[row % REALS.length] ?? 0
    if (type === 'integer') return NUMBERS[row] ?? row
    return generateText(cell)
  }

  for (const table of tables) {
    const rows = Array.from({ length: count }, (_, index) =>
      table.columns.map(({ name, type }) => generate(type, { table: table.name, column: name, row: first + index })),
    )
    await loadRows(db, table, rows)
  }
}
