/** Why a backup failed, by real faults where a test can cause them. */
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSqliteDatabase } from '#server/platform/database/database.ts'
import type { DatabaseLocation } from '#server/platform/database/database-location.ts'
import { type FileStore, FileStoreError } from '#server/platform/files/file-store.ts'
import { createTestClock } from '#testing/test-app.ts'
import { createBackup } from './create-backup.ts'

const clock = createTestClock()
const EMPTY_STORE: FileStore = { put: async () => {}, open: async () => undefined, remove: async () => {} }

let folder: string
let location: DatabaseLocation
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zhijian-backup-errors-'))
  location = { kind: 'sqlite', file: join(folder, 'zhijian.sqlite') }
  const database = await openSqliteDatabase(location.file)
  const file = { key: 'a.txt', mimetype: '', originalName: '', size: 1, createdAt: '' }
  await database.write(({ db }) => db.insertInto('files').values(file).execute())
  await database.close()
})
afterAll(() => rm(folder, { recursive: true }))

type Fault = { path?: string; location?: DatabaseLocation; files?: FileStore }
const backUp = (fault: Fault) =>
  createBackup({
    path: fault.path ?? join(folder, 'backup.tar'),
    location: fault.location ?? location,
    files: fault.files ?? EMPTY_STORE,
    clock,
    uploadWaitMs: 0,
  })
const createFailingStore = (error: Error): FileStore => ({ ...EMPTY_STORE, open: () => Promise.reject(error) })
const createSystemError = (code: string) => Object.assign(new Error(code), { code, syscall: 'read' })

it.each<[string, string, () => Promise<Fault>]>([
  ['folderMissing', 'the folder doesn’t exist', async () => ({ path: join(folder, 'missing', 'backup.tar') })],
  ['folderMissing', 'the folder is a file', async () => ({ path: join(folder, 'zhijian.sqlite', 'backup.tar') })],
  [
    'diskFull',
    'the disk is full',
    async () => {
      const full = join(folder, 'full')
      await mkdir(full)
      // The name of an unfinished archive. Every write to this device fails as on a full disk.
      await symlink('/dev/full', join(full, '.backup.tar.unfinished'))
      return { path: join(full, 'backup.tar') }
    },
  ],
  [
    'databaseUnavailable',
    'the database can’t be reached',
    async () => ({ location: { kind: 'postgres', url: 'postgres://127.0.0.1:1/zhijian' } }),
  ],
  [
    'databaseUnreadable',
    'the database is damaged',
    async () => {
      const file = join(folder, 'damaged.sqlite')
      await writeFile(file, 'not a database'.repeat(100))
      return { location: { kind: 'sqlite', file } }
    },
  ],
  [
    'storeRejected',
    'the object store rejects the key',
    async () => ({ files: createFailingStore(new FileStoreError(403, 'AccessDenied')) }),
  ],
  [
    'storeUnavailable',
    'the object store has a fault',
    async () => ({ files: createFailingStore(new FileStoreError(503, 'SlowDown')) }),
  ],
  [
    'storeUnavailable',
    'the object store can’t be reached',
    async () => ({
      files: createFailingStore(new TypeError('fetch failed', { cause: createSystemError('ECONNREFUSED') })),
    }),
  ],
  [
    'filesUnreadable',
    'an uploaded file can’t be read',
    async () => ({
      files: {
        ...EMPTY_STORE,
        open: async () => ({
          size: 1,
          stream: new Readable({
            read() {
              this.destroy(createSystemError('EIO'))
            },
          }),
        }),
      },
    }),
  ],
])('fails with %s if %s, and leaves no archive behind', async (failure, _, causeFault) => {
  await expect(backUp(await causeFault())).rejects.toMatchObject({ name: 'BackupError', failure })
  const names = await readdir(folder, { recursive: true })
  expect(names.filter((name) => name.includes('.tar'))).toEqual([])
})
