import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { DAY_MS } from '#contracts/durations.ts'
import { openSqliteDatabase } from '#server/platform/database/database.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { createServices } from '#server/services.ts'
import { createTestClock } from '#testing/test-app.ts'

it('deletes expired counts from a database file, which only transactions can write', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'zhijian-'))
  const database = await openSqliteDatabase(join(folder, 'data.sqlite'))
  onTestFinished(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })
  const clock = createTestClock()
  const { mail } = createServices({ database, clock, fileStore: openFileStore({ s3: undefined, folder }) })
  const until = new Date(clock.now().getTime() + DAY_MS).toISOString()
  await database.write(({ db }) => db.insertInto('rateLimits').values({ key: 'a', count: 1, until }).execute())
  await mail.outbox.deleteExpired()
  expect(await database.read.selectFrom('rateLimits').select('key').execute()).toEqual([{ key: 'a' }])
  clock.advance(DAY_MS)
  await mail.outbox.deleteExpired()
  expect(await database.read.selectFrom('rateLimits').select('key').execute()).toEqual([])
})
