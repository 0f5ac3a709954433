import { type Kysely, Migrator, sql } from 'kysely'
import type { DatabaseKind } from './migrations/columns.ts'
import { MIGRATIONS, type MigrationFunction, toKyselyMigrations } from './migrations/migrations.ts'
import type { Tables } from './tables.ts'

/**
 * Thrown if the database was migrated by another version of the program. `unknownMigrations` lists the migrations that
 * this version lacks.
 */
export class SchemaVersionError extends Error {
  override name = 'SchemaVersionError'
  readonly unknownMigrations: readonly string[]
  /** Whether the database has all of our migrations and additional ones. */
  readonly isNewer: boolean

  constructor(unknownMigrations: readonly string[], isNewer: boolean) {
    super(`unknown migrations: ${unknownMigrations.join(', ')}`)
    this.unknownMigrations = unknownMigrations
    this.isNewer = isNewer
  }
}

/**
 * Migrates a database to the latest schema; several nodes may do so at once. Throws `SchemaVersionError` if it has
 * unknown migrations, and the error of a failed migration. `isInTransaction` if `db` is a connection on which a
 * transaction has begun; otherwise the migrations run in their own.
 */
export async function migrate(
  db: Kysely<Tables>,
  kind: DatabaseKind,
  migrations: Readonly<Record<string, MigrationFunction>> = MIGRATIONS,
  { isInTransaction = false } = {},
): Promise<void> {
  const applied = await listAppliedMigrations(db, kind)
  const unknownMigrations = applied.filter((name) => !Object.hasOwn(migrations, name))
  if (unknownMigrations.length > 0)
    throw new SchemaVersionError(
      unknownMigrations,
      Object.keys(migrations).every((name) => applied.includes(name)),
    )
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => toKyselyMigrations(migrations, kind) },
    disableTransactions: isInTransaction,
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

const MIGRATION_TABLE_EXISTS = {
  sqlite: sql`select 1 from sqlite_master where type = 'table' and name = 'kysely_migration'`,
  postgres: sql`select 1 where to_regclass('kysely_migration') is not null`,
} as const

/** Lists the names of the applied migrations of a database; empty for a new one. */
export async function listAppliedMigrations(db: Kysely<Tables>, kind: DatabaseKind): Promise<string[]> {
  const { rows: tables } = await MIGRATION_TABLE_EXISTS[kind].execute(db)
  if (tables.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}
