import { CamelCasePlugin, type Dialect, Kysely, Migrator, sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { pgliteDialect } from '#testing/databases/pglite-dialect.ts'
import { makePostgresDatabase, postgresServer } from '#testing/databases/test-databases.ts'
import { migrate } from './migrate.ts'
import { first } from './migrations/001-first.ts'
import { migrations } from './migrations/migrations.ts'
import { postgresDialect } from './postgres.ts'
import { sqliteDialect } from './sqlite.ts'
import type { Tables } from './tables.ts'

const made: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const drop of made) await drop()
})

async function freshPostgres(): Promise<Dialect> {
  if (!postgresServer) return pgliteDialect()
  const { url, drop } = await makePostgresDatabase(postgresServer)
  made.push(drop)
  return postgresDialect(url)
}

const KINDS = [
  { kind: 'sqlite' as const, open: async () => sqliteDialect(':memory:') },
  { kind: 'postgres' as const, open: freshPostgres },
]

describe.each(KINDS)('migrations ($kind)', ({ kind, open }) => {
  const connected = async () => new Kysely<Tables>({ dialect: await open(), plugins: [new CamelCasePlugin()] })
  const stepsDone = async (db: Kysely<Tables>) =>
    (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(
      ({ name }) => name,
    )

  it('brings a database of the first form, with what is in it, to the newest', async () => {
    const db = await connected()
    const onlyFirst = {
      getMigrations: async () => ({ '001-first': { up: (old: Kysely<unknown>) => first(old, kind) } }),
    }
    expect((await new Migrator({ db, provider: onlyFirst }).migrateToLatest()).error).toBeUndefined()
    await sql`insert into documents (kind, revision, data_json, updated_at) values ('home', 3, '{"hero":{"title":"旧"}}', '2026-01-01T00:00:00.000Z')`.execute(
      db,
    )
    await sql`insert into settings (part, value_json, updated_at) values ('general', '{"siteName":"智鉴"}', '2026-01-01T00:00:00.000Z')`.execute(
      db,
    )
    await sql`insert into changes (name, revision) values ('content:home', 3)`.execute(db)

    await migrate(db, kind)

    expect(await stepsDone(db)).toEqual(Object.keys(migrations(kind)))
    expect(await db.selectFrom('documents').select(['kind', 'revision', 'dataJson']).execute()).toEqual([
      { kind: 'home', revision: 3, dataJson: '{"hero":{"title":"旧"}}' },
    ])
    expect(await db.selectFrom('changes').selectAll().execute()).toEqual([{ name: 'content:home', revision: 3 }])
    await db.destroy()
  })

  it('changes nothing the second time', async () => {
    const db = await connected()
    await migrate(db, kind)
    const done = await stepsDone(db)
    await migrate(db, kind)
    expect(await stepsDone(db)).toEqual(done)
    await db.destroy()
  })

  it('numbers its steps in order, with no gap and no number twice', () => {
    const numbers = Object.keys(migrations(kind)).map((name) => Number(name.slice(0, 3)))
    expect(numbers).toEqual(numbers.map((_, at) => at + 1))
  })
})

describe.skipIf(!postgresServer)('nodes that start at once (skipped where no PostgreSQL answers)', () => {
  it('migrate one after the other', async () => {
    const { url, drop } = await makePostgresDatabase(postgresServer ?? '')
    made.push(drop)
    const nodes = [1, 2, 3].map(() => new Kysely<Tables>({ dialect: postgresDialect(url) }))
    await Promise.all(nodes.map((db) => migrate(db, 'postgres')))
    for (const db of nodes) await db.destroy()
  })
})
