/** Tests of a migration: rows are made under the one before it, on both databases, and looked at after all of them. */
import { CamelCasePlugin, Kysely } from 'kysely'
import { afterAll, beforeAll, describe } from 'vitest'
import { columnsPlugin } from '#server/platform/database/columns-plugin.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import type { DatabaseKind } from '#server/platform/database/migrations/columns.ts'
import { STEPS, type Step } from '#server/platform/database/migrations/migrations.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { EMPTY_DATABASES, type EmptyDatabase } from './empty-databases.ts'

/** The database after the migration; there for the tests, not while they are declared. */
export type Migrated = { readonly db: Kysely<Tables>; readonly kind: DatabaseKind }

type Across = {
  /** The step to be tested. */
  name: string
  /** All steps, if not the program's own. */
  steps?: Readonly<Record<string, Step>>
  /** Makes the rows that the step finds. */
  before(db: Kysely<Tables>): Promise<void>
}

/** Migrates up to what stood before `name`, has `before` make its rows, migrates to the newest, and runs the tests. */
export function testMigration({ name, steps = STEPS, before }: Across, tests: (migrated: Migrated) => void): void {
  describe.each(EMPTY_DATABASES)(`migration ${name} on what stood before it ($kind)`, ({ kind, open }) => {
    let opened: EmptyDatabase
    let db: Kysely<Tables>

    beforeAll(async () => {
      opened = await open()
      const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true }), columnsPlugin]
      db = new Kysely<Tables>({ dialect: opened.dialect, plugins })
      const earlier = Object.entries(steps).filter(([each]) => each < name)
      await migrate(db, kind, Object.fromEntries(earlier))
      await before(db)
      await migrate(db, kind, steps)
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
