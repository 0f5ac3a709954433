import { CamelCasePlugin, type Dialect, Kysely, Migrator, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pgliteDialect } from '#testing/databases/pglite-dialect.ts'
import { makePostgresDatabase, postgresServer } from '#testing/databases/test-databases.ts'
import { columnsPlugin } from '../columns-plugin.ts'
import { postgresDialect } from '../postgres.ts'
import { sqliteDialect } from '../sqlite.ts'
import type { Tables } from '../tables.ts'
import { migrations } from './migrations.ts'

type Opened = { kind: 'sqlite' | 'postgres'; dialect: Dialect; drop(): Promise<void> }

async function openPostgres(): Promise<Opened> {
  if (!postgresServer) return { kind: 'postgres', dialect: pgliteDialect(), drop: async () => {} }
  const { url, drop } = await makePostgresDatabase(postgresServer)
  return { kind: 'postgres', dialect: postgresDialect(url), drop }
}
const openSqlite = async (): Promise<Opened> => {
  return { kind: 'sqlite', dialect: sqliteDialect(':memory:'), drop: async () => {} }
}

describe.each([
  ['SQLite', openSqlite],
  ['PostgreSQL', openPostgres],
] as const)('migration 003 on what stood before it (%s)', (_, open) => {
  let db: Kysely<Tables>
  let drop = async () => {}

  beforeAll(async () => {
    const opened = await open()
    drop = opened.drop
    db = new Kysely<Tables>({
      dialect: opened.dialect,
      plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true }), columnsPlugin],
    })
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(opened.kind) } })
    const first = await migrator.migrateTo('002-accounts')
    if (first.error) throw first.error
    await sql`insert into documents (kind, revision, data_json, updated_at, updated_by)
      values ('home', 2, '{"a":2}', '2026-11-01T00:00:00.000Z', 'someone')`.execute(db)
    await sql`insert into document_revisions (kind, revision, data_json, created_at, created_by)
      values ('home', 1, '{"a":1}', '2026-10-01T00:00:00.000Z', null),
             ('home', 2, '{"a":2}', '2026-11-01T00:00:00.000Z', 'someone')`.execute(db)
    const rest = await migrator.migrateToLatest()
    if (rest.error) throw rest.error
  })
  afterAll(async () => {
    await db.destroy()
    await drop()
  })

  it('keeps the documents and their history', async () => {
    expect(await db.selectFrom('documents').selectAll().execute()).toEqual([
      {
        ...{ kind: 'home', revision: 2, dataJson: { a: 2 }, updatedAt: '2026-11-01T00:00:00.000Z' },
        ...{ updatedBy: 'someone', updatedByName: null },
      },
    ])
    const revisions = await db.selectFrom('documentRevisions').selectAll().orderBy('revision').execute()
    expect(revisions.map(({ revision, changesJson, restoredFrom }) => [revision, changesJson, restoredFrom])).toEqual([
      [1, null, null],
      [2, null, null],
    ])
  })

  it.each(['presence', 'auditEntries', 'pageViews', 'claims'] as const)('adds the table %s, empty', async (table) => {
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  })
})
