/** Tests a migration on both databases with rows that were created before it. */
import { CamelCasePlugin, Kysely } from 'kysely'
import { afterAll, beforeAll, describe } from 'vitest'
import { columnsPlugin } from '#server/platform/database/columns-plugin.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import type { DatabaseKind } from '#server/platform/database/migrations/columns.ts'
import { MIGRATIONS, type MigrationFunction } from '#server/platform/database/migrations/migrations.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { EMPTY_DATABASES, type EmptyDatabase } from './empty-databases.ts'

/** The database after the migration; available only while the tests run. */
type Migrated = { readonly db: Kysely<Tables>; readonly kind: DatabaseKind }

type MigrationTest = {
  /** The migration to test. */
  name: string
  /** All migrations; those of the program by default. */
  migrations?: Readonly<Record<string, MigrationFunction>>
  /** Inserts the rows that exist before the migration. */
  insertRows(db: Kysely<Tables>): Promise<void>
}

/** Migrates up to the migration before `name`, calls `insertRows`, migrates to the newest schema and runs the tests. */
export function testMigration(
  { name, migrations = MIGRATIONS, insertRows }: MigrationTest,
  tests: (migrated: Migrated) => void,
): void {
  describe.each(EMPTY_DATABASES)(`migration ${name} ($kind)`, ({ kind, open }) => {
    let opened: EmptyDatabase
    let db: Kysely<Tables>

    beforeAll(async () => {
      opened = await open()
      const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true }), columnsPlugin]
      db = new Kysely<Tables>({ dialect: opened.dialect, plugins })
      const earlier = Object.entries(migrations).filter(([other]) => other < name)
      await migrate(db, Object.fromEntries(earlier))
      await insertRows(db)
      await migrate(db, migrations)
    })
    afterAll(async () => {
      await db.destroy()
      await opened.drop()
    })

    tests({
      kind,
      get db() {
        return db
      },
    })
  })
}
