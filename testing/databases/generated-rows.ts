/** Rows for every table of a schema, whatever it is, with texts and numbers that break programs. */
import { CompiledQuery, Kysely, sql } from 'kysely'
import { migrate } from '#server/platform/database/migrate.ts'
import type { DatabaseKind } from '#server/platform/database/migrations/columns.ts'
import { sqliteDialect } from '#server/platform/database/sqlite.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import {
  type ColumnType,
  describeSchema,
  findSteps,
  type Table,
} from '#server/platform/database/transfer/schema-of-steps.ts'
import type { Value } from '#server/platform/database/transfer/table-rows.ts'

type Column = { table: string; name: string; isRequired: number; parent: string | null; parentColumn: string | null }
export type Text = (table: string, column: string, row: number) => string

const NUMBERS = [2_147_483_647, -2_147_483_648, 0, 1]
const REALS = [0.1 + 0.2, 1e300, -5e-324, 4, 1 / 3]

/** Reads, of an empty database after these steps, what its columns need and refer to. */
async function readColumns(steps: readonly string[]): Promise<Map<string, Column>> {
  const db = new Kysely<Tables>({ dialect: sqliteDialect(':memory:') })
  await migrate(db, 'sqlite', findSteps(steps))
  const { rows } = await sql<Column>`select list.name as "table", info.name, info."notnull" as "isRequired",
      key."table" as parent, key."to" as "parentColumn"
    from pragma_table_list as list join pragma_table_info(list.name) as info
    left join pragma_foreign_key_list(list.name) as key on key."from" = info.name
    where list.schema = 'main'`.execute(db)
  await db.destroy()
  return new Map(rows.map((row) => [`${row.table}.${row.name}`, row]))
}

type Place = { table: string; column: string; row: number }

/** Inserts rows into every table of a database that was migrated to these steps. Every third leaves out what it can. */
export async function insertGeneratedRows(
  db: Kysely<Tables>,
  kind: DatabaseKind,
  { steps, rowsPerTable, text }: { steps: readonly string[]; rowsPerTable: number; text: Text },
): Promise<void> {
  const columns = await readColumns(steps)

  function generateText({ table, column, row }: Place): string {
    const facts = columns.get(`${table}.${column}`)
    // The same text again, by which a row's parent is known.
    if (facts?.parent && facts.parentColumn)
      return generateText({ table: facts.parent, column: facts.parentColumn, row })
    if (column.endsWith('_json')) return JSON.stringify({ text: text(table, column, row) })
    return `${text(table, column, row)} ${row}`
  }

  function generate(type: ColumnType, place: Place): Value {
    const { table, column, row } = place
    if (columns.get(`${table}.${column}`)?.isRequired === 0 && row % 3 === 2) return null
    if (type === 'boolean') return row % 2 === 0
    if (type === 'real') return REALS[row % REALS.length] ?? 0
    if (type === 'integer') return NUMBERS[row] ?? row
    return generateText(place)
  }

  for (const table of await describeSchema(steps))
    for (let row = 0; row < rowsPerTable; row += 1) {
      const values = table.columns.map(({ name, type }) => generate(type, { table: table.name, column: name, row }))
      await db.executeQuery(CompiledQuery.raw(insertStatement(kind, table), values))
    }
}

function insertStatement(kind: DatabaseKind, { name, columns }: Table): string {
  const places = columns.map((_, index) => (kind === 'sqlite' ? '?' : `$${index + 1}`))
  return `insert into "${name}" (${columns.map((column) => `"${column.name}"`).join()}) values (${places.join()})
    on conflict do nothing`
}
