import { type Kysely, Migrator, sql } from 'kysely'
import { getDatabaseKind } from './database-kind.ts'
import { getDialect } from './dialects/dialects.ts'
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
  migrations: Readonly<Record<string, MigrationFunction>> = MIGRATIONS,
  { isInTransaction = false } = {},
): Promise<void> {
  const applied = await listAppliedMigrations(db)
  const unknownMigrations = applied.filter((name) => !Object.hasOwn(migrations, name))
  if (unknownMigrations.length > 0)
    throw new SchemaVersionError(
      unknownMigrations,
      Object.keys(migrations).every((name) => applied.includes(name)),
    )
  if (applied.length === Object.keys(migrations).length) return
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => toKyselyMigrations(migrations, getDatabaseKind(db)) },
    disableTransactions: isInTransaction,
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** Lists the names of the applied migrations of a database; empty for a new one. */
export async function listAppliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  if (!(await getDialect(db).hasMigrationTable(db))) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}
