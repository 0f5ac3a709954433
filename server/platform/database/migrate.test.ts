import { Kysely, sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { EMPTY_DATABASES } from '#testing/databases/empty-databases.ts'
import { createPostgresDatabase, postgresServer } from '#testing/databases/test-databases.ts'
import { testMigration } from '#testing/databases/test-migration.ts'
import { listAppliedMigrations, migrate, SchemaVersionError } from './migrate.ts'
import { MIGRATIONS, type MigrationFunction } from './migrations/migrations.ts'
import { createPostgresDialect } from './postgres-driver.ts'
import { createPostgresPool } from './postgres-pool.ts'
import type { Tables } from './tables.ts'

const drops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const drop of drops.splice(0)) await drop()
})

it('numbers the migrations consecutively', () => {
  const numbers = Object.keys(MIGRATIONS).map((name) => Number(name.slice(0, 3)))
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})

describe.each(EMPTY_DATABASES)('migrations ($kind)', ({ open }) => {
  async function connect(): Promise<Kysely<Tables>> {
    const { dialect, drop } = await open()
    const db = new Kysely<Tables>({ dialect })
    drops.push(async () => {
      await db.destroy()
      await drop()
    })
    return db
  }

  /** Returns a database that was migrated by another version. */
  async function migrateWith(names: readonly string[]): Promise<Kysely<Tables>> {
    const db = await connect()
    await migrate(db, Object.fromEntries(names.map((name) => [name, async () => {}])))
    return db
  }

  it('changes nothing if run again', async () => {
    const db = await connect()
    expect(await listAppliedMigrations(db)).toEqual([])
    await migrate(db)
    expect(await listAppliedMigrations(db)).toEqual(Object.keys(MIGRATIONS))
    await migrate(db)
    expect(await listAppliedMigrations(db)).toEqual(Object.keys(MIGRATIONS))
  })

  it('rolls back a failed migration', { timeout: 90_000 }, async () => {
    const db = await connect()
    const failing: MigrationFunction = async (item) => {
      await sql`create table incomplete (id integer)`.execute(item)
      await sql`insert into nowhere values (1)`.execute(item)
    }
    await expect(migrate(db, { ...MIGRATIONS, '002-failing': failing })).rejects.toThrow('nowhere')
    expect((await db.introspection.getTables()).map(({ name }) => name)).not.toContain('incomplete')
    await migrate(db)
    expect(await listAppliedMigrations(db)).toEqual(Object.keys(MIGRATIONS))
  })

  it.each([
    [
      'an unrelated schema',
      ['001-first', '002-accounts'],
      { unknownMigrations: ['001-first', '002-accounts'], isNewer: false },
    ],
    ['a newer version', [...Object.keys(MIGRATIONS), '999-later'], { unknownMigrations: ['999-later'], isNewer: true }],
  ])('rejects a database of %s, and leaves it unchanged', async (_, names, details) => {
    const db = await migrateWith(names)
    const error = await migrate(db).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(SchemaVersionError)
    expect(error).toMatchObject(details)
    expect(await listAppliedMigrations(db)).toEqual(names)
  })
})

const addMotto: MigrationFunction = async ({ schema }) => {
  await schema.alterTable('users').addColumn('motto', 'text').execute()
}

testMigration(
  {
    name: '999-motto',
    migrations: { ...MIGRATIONS, '999-motto': addMotto },
    async insertRows(db) {
      await sql`insert into changes (name, revision) values ('content:home', 3)`.execute(db)
    },
  },
  (migrated) => {
    it('keeps existing rows, and adds the column', async () => {
      expect(await migrated.db.selectFrom('changes').selectAll().execute()).toEqual([
        { name: 'content:home', revision: 3 },
      ])
      expect((await sql`select motto from users`.execute(migrated.db)).rows).toEqual([])
    })
  },
)

describe.skipIf(!postgresServer)('nodes that start concurrently (skipped without PostgreSQL)', () => {
  it('migrate the database one after another', async () => {
    const { url, drop } = await createPostgresDatabase(postgresServer ?? '')
    const nodes = [1, 2, 3].map(() => new Kysely<Tables>({ dialect: createPostgresDialect(createPostgresPool(url)) }))
    drops.push(async () => {
      for (const db of nodes) await db.destroy()
      await drop()
    })
    await Promise.all(nodes.map((db) => migrate(db)))
    for (const db of nodes) expect(await listAppliedMigrations(db)).toEqual(Object.keys(MIGRATIONS))
  })
})
