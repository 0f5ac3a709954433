/** Backups in a child process, as the server makes them. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createBackupTarget } from './backup-target.ts'
import { readArchive } from './modules/backups/archive/read-archive.ts'
import { openConfiguredDatabase } from './open-configured-database.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zhijian-backup-target-'))
  vi.stubEnv('DATA_DIR', folder)
  vi.stubEnv('NODE_ENV', 'production')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

const { signal } = new AbortController()
const createDatabase = async () => {
  const database = await openConfiguredDatabase({ dataDir: folder, databaseUrl: undefined })
  await database.close()
}

it('writes an archive with this process’s settings', async () => {
  await createDatabase()
  const path = join(folder, 'backup.tar.gz')
  expect(await createBackupTarget(folder).write(path, signal)).toEqual({ missingFiles: 0 })
  expect((await readArchive(path)).summary.files.count).toBe(0)
})

it('rejects with the reason and the path of a failure', async () => {
  await createDatabase()
  const path = join(folder, 'missing', 'backup.tar.gz')
  await expect(createBackupTarget(folder).write(path, signal)).rejects.toMatchObject({
    failure: 'folderMissing',
    message: expect.stringContaining(`操作失败：文件或文件夹不存在：${join(folder, 'missing')}`),
  })
})

it("creates no database if the server's is gone", async () => {
  const writing = createBackupTarget(folder).write(join(folder, 'backup.tar'), signal)
  await expect(writing).rejects.toMatchObject({ failure: 'databaseUnreadable' })
  expect(await readdir(folder)).toEqual([])
})

it('ends the child process when it is aborted', async () => {
  await createDatabase()
  const path = join(folder, 'backup.tar.gz')
  const controller = new AbortController()
  const writing = createBackupTarget(folder).write(path, controller.signal)
  controller.abort()
  await expect(writing).rejects.toThrow('aborted')
  expect(await readdir(folder)).not.toContain('backup.tar.gz')
})
