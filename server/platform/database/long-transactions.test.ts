import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { openSqliteDatabase } from './database.ts'

/** Takes some tens of milliseconds. */
const COUNT = sql`with recursive numbers(number) as
  (select 1 union all select number + 1 from numbers where number < 300000) select max(number) from numbers`

it('yields to the event loop between the statements of a long transaction', async () => {
  const database = await openSqliteDatabase(':memory:')
  try {
    const done: string[] = []
    setTimeout(() => done.push('other'))
    await database.write(async ({ db }) => {
      for (let count = 0; count < 4; count += 1) await COUNT.execute(db)
      done.push('transaction')
    })
    expect(done).toEqual(['other', 'transaction'])
  } finally {
    await database.close()
  }
})

it('reads what is committed while a transaction on a file is open', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'zhijian-'))
  const database = await openSqliteDatabase(join(folder, 'data.sqlite'))
  onTestFinished(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })
  const listNames = async () =>
    (await database.read.selectFrom('claims').select('name').execute()).map(({ name }) => name)
  await database.write(async ({ db }) => {
    await db.insertInto('claims').values({ name: 'test', until: '2026-11-21T02:00:00.000Z' }).execute()
    expect(await listNames()).toEqual([])
  })
  expect(await listNames()).toEqual(['test'])
})

it('refuses to write outside of a transaction to a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'zhijian-'))
  const database = await openSqliteDatabase(join(folder, 'data.sqlite'))
  onTestFinished(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })
  const insert = database.read.insertInto('claims').values({ name: 'test', until: '2026-11-21T02:00:00.000Z' })
  await expect(insert.execute()).rejects.toThrow('readonly')
})
