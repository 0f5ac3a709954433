/** Tests the app while the database can't be written, and after its recovery. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ERROR_DEFINITIONS } from '#contracts/errors.ts'
import { createSignedInUser } from '#testing/factories/users.ts'
import { toResult } from '#testing/result.ts'
import { createTestClock, LOW_COST, type TestApp, testConfig } from '#testing/test-app.ts'
import { createApp } from './app.ts'
import { openSqliteDatabase } from './platform/database/database.ts'

let app: TestApp
beforeEach(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'zhijian-full-'))
  const database = await openSqliteDatabase(join(dataDir, 'zhijian.sqlite'))
  const clock = createTestClock()
  const config = testConfig({ DATA_DIR: dataDir })
  const created = await createApp({
    config,
    database,
    clock,
    passwordCost: LOW_COST,
    servePages: false,
    startWorkers: false,
  })
  app = { ...created, database, clock, dataDir }
})
afterEach(async () => {
  vi.useRealTimers()
  await app.server.close()
  await app.database.close()
  await rm(app.dataDir, { recursive: true })
})

/** Prevents the database from growing, or removes that limit. */
const limitPages = async (isFull: boolean) => {
  const pragma = isFull ? sql`pragma max_page_count = 1` : sql`pragma max_page_count = 1073741823`
  await app.database.write(({ db }) => pragma.execute(db))
}

const getStatus = async (url: string) => (await app.server.inject(url)).statusCode

it('rejects saves with 507 while the disk is full, and recovers when there is space', async () => {
  const { headers } = await createSignedInUser(app, 'super_admin')
  const errors = vi.spyOn(app.server.log, 'error')
  const readSystem = async () => (await app.server.inject({ url: '/api/system', headers })).json().data
  const save = (index: number) =>
    app.server.inject({
      method: 'POST',
      url: '/api/products',
      headers,
      payload: { name: `排班助手${index}`, description: '长'.repeat(4_000) },
    })
  expect((await save(0)).statusCode).toBe(200)

  await limitPages(true)
  for (const index of [1, 2, 3]) {
    const reply = await save(index)
    expect(toResult(reply)).toMatchObject({ status: 507, message: ERROR_DEFINITIONS.storageFull.message })
  }
  const messages = errors.mock.calls.map(([fields, message]) => [message, String(Object(fields).err)])
  expect(messages).toEqual([['no space left on the storage', expect.stringContaining('database or disk is full')]])
  expect(await getStatus('/readyz')).toBe(503)
  expect(await getStatus('/healthz')).toBe(200)
  expect(await getStatus('/api/site')).toBe(200)
  expect((await readSystem()).database.failure).toBe('storageFull')

  await limitPages(false)
  expect((await save(4)).statusCode).toBe(200)
  expect(await getStatus('/readyz')).toBe(200)
  expect((await readSystem()).database.failure).toBeNull()
})

it('rejects saves with 503 while the database is read-only, and recovers when it is writable', async () => {
  const { headers } = await createSignedInUser(app, 'super_admin')
  const errors = vi.spyOn(app.server.log, 'error')
  const setReadOnly = (isReadOnly: boolean) =>
    app.database.write(({ db }) =>
      (isReadOnly ? sql`pragma query_only = on` : sql`pragma query_only = off`).execute(db),
    )
  const save = (name: string) =>
    app.server.inject({ method: 'POST', url: '/api/products', headers, payload: { name, description: '说明' } })

  await setReadOnly(true)
  for (const name of ['甲', '乙']) {
    const reply = await save(name)
    expect(toResult(reply)).toMatchObject({ status: 503, message: ERROR_DEFINITIONS.storageReadOnly.message })
  }
  expect(errors.mock.calls.map(([, message]) => message)).toEqual(['the storage is read-only'])
  const ready = await app.server.inject('/readyz')
  expect(toResult(ready)).toMatchObject({ status: 503, message: ERROR_DEFINITIONS.storageReadOnly.message })
  expect(await getStatus('/healthz')).toBe(200)
  expect(await getStatus('/api/site')).toBe(200)
  const { data } = (await app.server.inject({ url: '/api/system', headers })).json()
  expect(data.database.failure).toBe('storageReadOnly')

  await setReadOnly(false)
  expect((await save('丙')).statusCode).toBe(200)
  expect(await getStatus('/readyz')).toBe(200)
})
