/** The tables after a given set of migrations, equal on both databases: what is copied from one to the other. */
import { Kysely, sql } from 'kysely'
import { PLUGINS } from '../database.ts'
import { migrate, SchemaVersionError } from '../migrate.ts'
import { MIGRATIONS, type MigrationFunction } from '../migrations/migrations.ts'
import { createSqliteDialect } from '../sqlite-driver.ts'
import type { Tables } from '../tables.ts'

export type ColumnType = 'text' | 'integer' | 'real' | 'boolean'
type Column = { name: string; type: ColumnType }
/**
 * `key` are the columns of the primary key, which define the order of rows; those whose `parent` column references another
 * row of the table come last. `parent` is `null` if no column does.
 */
export type Table = { name: string; columns: readonly Column[]; key: readonly string[]; parent: string | null }

/** Kysely's tables, which every migrated database has. */
export const MIGRATOR_TABLES = ['kysely_migration', 'kysely_migration_lock']

/**
 * Returns our migrations of these names. Throws `SchemaVersionError` if one is unknown, or one before it is missing.
 */
export function selectMigrations(names: readonly string[]): Record<string, MigrationFunction> {
  const own = Object.keys(MIGRATIONS)
  const unknown = names.filter((name, index) => own[index] !== name)
  if (unknown.length > 0) throw new SchemaVersionError(unknown, names.slice(0, own.length).join() === own.join())
  return Object.fromEntries(Object.entries(MIGRATIONS).slice(0, names.length))
}

/**
 * Returns the tables after these migrations, each after those that it references. Text indexes aren't included, since
 * `loadRows` rebuilds them. Throws as `selectMigrations` does.
 */
export async function describeSchema(migrationNames: readonly string[]): Promise<readonly Table[]> {
  const migrations = selectMigrations(migrationNames)
  const key = migrationNames.join()
  const known = schemas.get(key)
  if (known) return known
  const schema = await buildSchema(migrations)
  schemas.set(key, schema)
  return schema
}

/** The schemas by the names of their migrations. Applying all migrations takes half a second, and a restore needs them twice. */
const schemas = new Map<string, readonly Table[]>()

async function buildSchema(migrations: Record<string, MigrationFunction>): Promise<readonly Table[]> {
  const db = new Kysely<Tables>({ dialect: createSqliteDialect(':memory:'), plugins: PLUGINS })
  try {
    await migrate(db, migrations)
    return await readTables(db)
  } finally {
    await db.destroy()
  }
}

type ColumnRow = { table: string; name: string; type: string; pk: number }

/** Reads a migrated SQLite database's tables, as `describeSchema` returns them. */
export async function readTables(db: Kysely<Tables>): Promise<Table[]> {
  // FTS5 tables have the types `virtual` and `shadow`.
  const { rows } = await sql<ColumnRow>`select list.name as "table", info.name, lower(info.type) as type, info.pk
    from pragma_table_list as list, pragma_table_info(list.name) as info
    where list.schema = 'main' and list.type = 'table' and list.name not like 'sqlite_%'
    order by list.name, info.cid`.execute(db)
  const references = await readReferences(db)
  const columnsByTable = Map.groupBy(rows, ({ table }) => table)
  const ordered: string[] = []
  const add = (name: string) => {
    if (ordered.includes(name)) return
    for (const { parent } of references.get(name) ?? []) if (parent !== name) add(parent)
    ordered.push(name)
  }
  for (const name of columnsByTable.keys()) if (!MIGRATOR_TABLES.includes(name)) add(name)
  const findParent = (name: string) => references.get(name)?.find(({ parent }) => parent === name)?.column ?? null
  return ordered.map((name) => toTable(name, columnsByTable.get(name) ?? [], findParent(name)))
}

type Reference = { name: string; column: string; parent: string }

async function readReferences(db: Kysely<Tables>): Promise<Map<string, Reference[]>> {
  const { rows } = await sql<Reference>`select list.name, key."from" as "column", key."table" as parent
    from pragma_table_list as list, pragma_foreign_key_list(list.name) as key where list.schema = 'main'`.execute(db)
  return Map.groupBy(rows, ({ name }) => name)
}

const toTable = (name: string, rows: readonly ColumnRow[], parent: string | null): Table => ({
  name,
  parent,
  columns: rows.map((row) => ({ name: row.name, type: toColumnType(row) })),
  key: rows
    .filter(({ pk }) => pk > 0)
    .sort((one, other) => one.pk - other.pk)
    .map((row) => row.name),
})

function toColumnType({ table, name, type }: ColumnRow): ColumnType {
  if (name.startsWith('is_')) return 'boolean'
  if (type === 'text' || type === 'integer') return type
  if (type === 'double precision') return 'real'
  throw new Error(`${table}.${name} has a type that can't be copied: ${type}`)
}
