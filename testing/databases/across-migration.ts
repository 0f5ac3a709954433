/** Tests of a migration: rows are made under the one before it, on both databases, and looked at after all of them. */
import { CamelCasePlugin, type Dialect, Kysely, Migrator } from 'kysely'
import { afterAll, beforeAll, describe } from 'vitest'
import { columnsPlugin } from '#server/platform/database/columns-plugin.ts'
import { migrations } from '#server/platform/database/migrations/migrations.ts'
import { postgresDialect } from '#server/platform/database/postgres.ts'
import { sqliteDialect } from '#server/platform/database/sqlite.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { pgliteDialect } from './pglite-dialect.ts'
import { makePostgresDatabase, postgresServer } from './test-databases.ts'

type Opened = { kind: 'sqlite' | 'postgres'; dialect: Dialect; drop(): Promise<void> }

/** The database after the migration; there for the tests, not while they are declared. */
export type Migrated = { readonly db: Kysely<Tables>; readonly kind: Opened['kind'] }

async function openPostgres(): Promise<Opened> {
  if (!postgresServer) return { kind: 'postgres', dialect: pgliteDialect(), drop: async () => {} }
  const { url, drop } = await makePostgresDatabase(postgresServer)
  return { kind: 'postgres', dialect: postgresDialect(url), drop }
}
const openSqlite = async (): Promise<Opened> => {
  return { kind: 'sqlite', dialect: sqliteDialect(':memory:'), drop: async () => {} }
}

/** Migrates up to what stood before `name`, has `before` make its rows, migrates to the newest, and runs the tests. */
export function acrossMigration(
  name: string,
  before: (db: Kysely<Tables>) => Promise<void>,
  tests: (migrated: Migrated) => void,
): void {
  describe.each([
    ['SQLite', openSqlite],
    ['PostgreSQL', openPostgres],
  ] as const)(`migration ${name} on what stood before it (%s)`, (_, open) => {
    let opened: Opened
    let db: Kysely<Tables>

    beforeAll(async () => {
      opened = await open()
      db = new Kysely<Tables>({
        dialect: opened.dialect,
        plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true }), columnsPlugin],
      })
      const steps = migrations(opened.kind)
      const names = Object.keys(steps)
      const migrator = new Migrator({ db, provider: { getMigrations: async () => steps } })
      const first = await migrator.migrateTo(names[names.indexOf(name) - 1] ?? '')
      if (first.error) throw first.error
      await before(db)
      const rest = await migrator.migrateToLatest()
      if (rest.error) throw rest.error
    })
    afterAll(async () => {
      await db.destroy()
      await opened.drop()
    })

    tests({
      get db() {
        return db
      },
      get kind() {
        return opened.kind
      },
    })
  })
}
