import { readdirSync } from 'node:fs'
import type { Kysely, Migration } from 'kysely'
import type { DatabaseKind } from './columns.ts'

/** Applies one migration to either kind of database. There are no down migrations. */
export type MigrationFunction = (db: Kysely<unknown>, kind: DatabaseKind) => Promise<void>

type MigrationModule = { up: MigrationFunction }

const MIGRATION_FILE = /^(\d{3}-[a-z0-9-]+)\.ts$/

/** Lists the names of the migrations in this folder, such as `004-drafts`, in order. */
const listNames = (): string[] =>
  readdirSync(import.meta.dirname)
    .flatMap((file) => MIGRATION_FILE.exec(file)?.[1] ?? [])
    .sort()

/** Returns a function that loads a migration when it is applied, so that a migrated database loads none. */
const loadLater =
  (name: string): MigrationFunction =>
  async (db, kind) => {
    const { up }: MigrationModule = await import(`./${name}.ts`)
    await up(db, kind)
  }

/** Every migration in order; a released one is never edited. */
export const MIGRATIONS: Readonly<Record<string, MigrationFunction>> = Object.fromEntries(
  listNames().map((name) => [name, loadLater(name)]),
)

/** Converts migrations to the format of Kysely's migrator, for one kind of database. */
export const toKyselyMigrations = (
  migrations: Readonly<Record<string, MigrationFunction>>,
  kind: DatabaseKind,
): Record<string, Migration> =>
  Object.fromEntries(Object.entries(migrations).map(([name, apply]) => [name, { up: (db) => apply(db, kind) }]))
