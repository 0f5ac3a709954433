import { type Kysely, Migrator, sql } from 'kysely'
import type { DatabaseKind } from './migrations/columns.ts'
import { migrations, STEPS, type Step } from './migrations/migrations.ts'
import type { Tables } from './tables.ts'

/**
 * The database was created by another version of the program: `unknown` are the migrations that this one doesn't have.
 */
export class OtherVersionError extends Error {
  override name = 'OtherVersionError'
  readonly unknown: readonly string[]
  /** Whether the database has all of our migrations and newer ones. */
  readonly isNewer: boolean

  constructor(unknown: readonly string[], isNewer: boolean) {
    super(`unknown migrations: ${unknown.join(', ')}`)
    this.unknown = unknown
    this.isNewer = isNewer
  }
}

/**
 * Migrates a database to the latest schema; several nodes may start at once. Throws `OtherVersionError` if it has
 * migrations of another version, and the error of a failed migration.
 */
export async function migrate(
  db: Kysely<Tables>,
  kind: DatabaseKind,
  steps: Readonly<Record<string, Step>> = STEPS,
): Promise<void> {
  const appliedSteps = await listStepsDone(db, kind)
  const unknown = appliedSteps.filter((name) => !Object.hasOwn(steps, name))
  if (unknown.length > 0)
    throw new OtherVersionError(
      unknown,
      Object.keys(steps).every((name) => appliedSteps.includes(name)),
    )
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(kind, steps) } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

const TABLE_OF_STEPS = {
  sqlite: sql`select 1 from sqlite_master where type = 'table' and name = 'kysely_migration'`,
  postgres: sql`select 1 where to_regclass('kysely_migration') is not null`,
} as const

/** Lists the names of the steps that were done in a database; none if it is new. */
export async function listStepsDone(db: Kysely<Tables>, kind: DatabaseKind): Promise<string[]> {
  const { rows: tables } = await TABLE_OF_STEPS[kind].execute(db)
  if (tables.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}
