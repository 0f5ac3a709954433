import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Database, openSqliteDatabase } from './database.ts'

let folder: string
let path: string
let database: Database
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zhijian-file-'))
  path = join(folder, 'zhijian.sqlite')
  database = await openSqliteDatabase(path)
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const write = (name: string) =>
  database.write(({ db }) => db.insertInto('claims').values({ name, until: 'x' }).execute())
const listNames = async () =>
  (await database.read.selectFrom('claims').select('name').orderBy('name').execute()).map(({ name }) => name)

it.each([
  ['removed with its folder', () => rm(folder, { recursive: true })],
  ['moved away', () => rename(path, `${path}.away`)],
  [
    'replaced by a copy',
    async () => {
      await copyFile(path, `${path}.copy`)
      await rename(`${path}.copy`, path)
    },
  ],
])('rejects writes to a file that was %s, but still reads from it', async (_, displace) => {
  await write('before')
  await displace()
  await expect(write('after')).rejects.toThrow('was removed or replaced')
  expect(await database.findFailure()).toBe('storageReadOnly')
  expect(await listNames()).toEqual(['before'])
})

it('accepts writes again once the file is back', async () => {
  await rename(path, `${path}.away`)
  await expect(write('away')).rejects.toThrow('was removed or replaced')
  await rename(`${path}.away`, path)
  await write('back')
  expect(await database.findFailure()).toBeUndefined()
  expect(await listNames()).toEqual(['back'])
})
