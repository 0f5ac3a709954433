import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openSqliteDatabase, type Transaction } from './database.ts'
import { UnwritableError } from './storage-failure.ts'

async function openFile() {
  const folder = await mkdtemp(join(tmpdir(), 'zhijian-'))
  const path = join(folder, 'data.sqlite')
  const database = await openSqliteDatabase(path)
  onTestFinished(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })
  return { database, path }
}

/** Replaces the flush of all files. */
async function mockFlush(path: string) {
  const handle = await open(path)
  const flush = vi.spyOn(Object.getPrototypeOf(handle), 'datasync')
  await handle.close()
  return flush
}

const claim =
  (name: string) =>
  ({ db }: Transaction) =>
    db.insertInto('claims').values({ name, until: '2026-11-21T02:00:00.000Z' }).execute()

it('acknowledges a transaction once its log is flushed, and leaves the event loop free until then', async () => {
  const { database, path } = await openFile()
  const flushed = Promise.withResolvers<void>()
  const flush = (await mockFlush(path)).mockReturnValue(flushed.promise)
  let isAcknowledged = false
  const written = database.write(claim('first')).then(() => {
    isAcknowledged = true
  })
  await vi.waitFor(() => expect(flush).toHaveBeenCalledTimes(1))
  await new Promise((resolve) => setImmediate(resolve))
  expect(isAcknowledged).toBe(false)
  flushed.resolve()
  await written
  expect(await database.read.selectFrom('claims').select('name').execute()).toEqual([{ name: 'first' }])
})

it('writes no more once a log couldn’t be flushed, as later writes build on what was lost', async () => {
  const { database, path } = await openFile()
  const flush = (await mockFlush(path)).mockRejectedValueOnce(new Error('EIO'))
  await expect(database.write(claim('first'))).rejects.toThrow(UnwritableError)
  await expect(database.write(claim('second'))).rejects.toThrow(UnwritableError)
  expect(flush).toHaveBeenCalledTimes(1)
})
