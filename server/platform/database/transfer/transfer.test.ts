/** Copies whole databases between SQLite and PostgreSQL, with difficult texts in every table. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertGeneratedRows, readSchema } from '#testing/databases/generated-rows.ts'
import { createPostgresDatabase, postgresServer } from '#testing/databases/test-databases.ts'
import { NAUGHTY_STRINGS } from '#testing/hostile/naughty-strings.ts'
import { type DatabaseLocation, openDatabase } from '../database-location.ts'
import { migrate } from '../migrate.ts'
import { createSqliteDialect } from '../sqlite-driver.ts'
import type { Tables } from '../tables.ts'
import { TEXT_INDEXES } from '../text-indexes.ts'
import { findContents } from './build-database.ts'
import { copyDatabase } from './copy-database.ts'
import { TRANSIENT_TABLES } from './snapshot.ts'

const TEXTS = ['👩‍👩‍👧‍👦 家庭', '\u{10FFFF}\uFEFF', '"引号"\\反斜杠\r\n换行\u2028', '%_\\%', ...NAUGHTY_STRINGS].filter(
  (text) => !text.includes('\0') && text.isWellFormed(),
)

let folder: string
let first: DatabaseLocation
const drops: (() => Promise<void>)[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zhijian-transfer-'))
  first = { kind: 'sqlite', file: join(folder, 'first.sqlite') }
  const db = openDatabase(first)
  await migrate(db)
  await insertGeneratedRows(db, await readSchema(db), {
    first: 0,
    count: 12,
    text: (table, column, row) => TEXTS[(table.length * 31 + column.length * 7 + row) % TEXTS.length] ?? '',
  })
  // A row that references a later one of its table must be copied after it.
  await sql`update evaluation_runs set judged_run_id = case when id = (select min(id) from evaluation_runs)
    then (select max(id) from evaluation_runs) end`.execute(db)
  await db.destroy()
})
afterAll(async () => {
  for (const drop of drops) await drop()
  await rm(folder, { recursive: true })
})

async function createPostgresTarget(): Promise<DatabaseLocation> {
  const { url, drop } = await createPostgresDatabase(postgresServer ?? '')
  drops.push(drop)
  return { kind: 'postgres', url }
}

describe.skipIf(!postgresServer)('copyDatabase (skipped without PostgreSQL)', () => {
  it('copies all rows of every table but the transient ones to PostgreSQL and back', async () => {
    const second = await createPostgresTarget()
    const third: DatabaseLocation = { kind: 'sqlite', file: join(folder, 'third.sqlite') }
    const there = await copyDatabase(first, second)
    expect(await copyDatabase(second, third)).toEqual(there)
    const sparse = there.filter(({ rows }) => rows < 3)
    expect(sparse.map(({ name, rows }) => ({ name, rows }))).toEqual(
      TRANSIENT_TABLES.map((name) => ({ name, rows: 0 })),
    )
    expect(await findContents(second)).toMatchObject({ users: 12 })
  })

  it('rebuilds the search indexes, which are not copied', async () => {
    const target = await createPostgresTarget()
    const source = openDatabase(first)
    const { rows: virtual } = await sql<{ name: string }>`
      select name from pragma_table_list where type = 'virtual'`.execute(source)
    const tables = Object.values(TEXT_INDEXES).map(({ grams }) => grams)
    expect(virtual.map(({ name }) => name).sort()).toEqual([...tables].sort())
    await source.destroy()
    await copyDatabase(first, target)
    const db = openDatabase(target)
    const count = async (table: string) =>
      (await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)).rows[0]?.count
    for (const table of tables) expect(await count(table), table).toBe(12)
    await db.destroy()
  })

  it('leaves the target empty if a row does not fit', async () => {
    const source: DatabaseLocation = { kind: 'sqlite', file: join(folder, 'large.sqlite') }
    const db = new Kysely<Tables>({ dialect: createSqliteDialect(source.file) })
    await migrate(db)
    await sql`insert into claims (name, until) values ('a', '')`.execute(db)
    await sql`insert into files (key, original_name, mimetype, size, created_at)
      values ('large', '', '', ${2 ** 40}, '')`.execute(db)
    await db.destroy()
    const target = await createPostgresTarget()
    await expect(copyDatabase(source, target)).rejects.toThrow(/out of range/)
    expect(await findContents(target)).toBeUndefined()
  })
})
