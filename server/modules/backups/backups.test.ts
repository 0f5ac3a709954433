import { open, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  getOtherKind,
  INSTALLATION_KINDS,
  openInstallation,
  setUpInstallations,
} from '#testing/databases/installations.ts'
import { createTestClock } from '#testing/test-app.ts'
import { createLocalFiles } from '../../platform/files/local-files.ts'
import type { Services } from '../../services.ts'
import { readArchive } from './archive/read-archive.ts'
import { createBackup } from './create-backup.ts'
import type { Installation } from './installation.ts'
import { restoreBackup } from './restore-backup.ts'
import { insertRun, updateRun } from './store.ts'

const clock = createTestClock()
const APP_SECRET = 'a secret for tests alone, 32 letters'

const UNREACHABLE_STORE = {
  bucketUrl: 'http://127.0.0.1:1/zhijian',
  region: 'r',
  accessKeyId: 'k',
  secretAccessKey: 's',
  sessionToken: undefined,
}

const installations = setUpInstallations()

const createTextFile = (key: string, content: string) => ({
  key,
  bytes: Buffer.from(content),
  mimetype: 'text/plain',
  originalName: key,
})

/** Saves one file after another until a task has ended. Returns the task's result. */
async function saveFilesDuring<Result>(files: Services['files'], task: Promise<Result>): Promise<Result> {
  let hasEnded = false
  const observedTask = task.finally(() => {
    hasEnded = true
  })
  for (let index = 0; !hasEnded; index += 1) await files.save(createTextFile(`f/${index}.txt`, `第${index}个`))
  return observedTask
}

describe.each(INSTALLATION_KINDS)('a backup (%s)', (kind) => {
  let source: Installation
  let archive: string

  beforeAll(async () => {
    source = await installations.create(kind)
    archive = installations.getPath(`${kind}.tar`)
    const { database, services } = await openInstallation(source, clock)
    const { identity, files, appSecrets } = services
    // Every start of the service does this.
    await appSecrets.record(APP_SECRET)
    await identity.ensureFirstAdmin({ email: 'a@example.com', password: 'a good password' })
    await identity.login(
      { email: 'a@example.com', password: 'a good password' },
      { ip: '10.0.0.1', userAgent: undefined },
    )
    const wrongSignIn = identity.login(
      { email: 'a@example.com', password: 'wrong' },
      { ip: '10.0.0.1', userAgent: undefined },
    )
    await expect(wrongSignIn).rejects.toMatchObject({ code: 'unauthenticated' })
    await files.save(createTextFile('first.txt', '智鉴'))
    await database.write(async ({ db }) => {
      await insertRun(db, 'earlier', '2026-11-20T02:00:00.000Z')
      await updateRun(db, 'earlier', { status: 'done', endedAt: '2026-11-20T02:01:00.000Z', size: 1 })
      await insertRun(db, 'this backup', clock.now().toISOString())
    })
    const store = createLocalFiles(source.uploadsFolder)
    const options = { path: archive, location: source.location, files: store, clock, secret: APP_SECRET }
    await saveFilesDuring(files, createBackup(options))
    await database.close()
  })

  it('contains every file in its database, even if files are saved during the backup', async () => {
    const { summary } = await readArchive(archive)
    const rows = summary.tables.find(({ name }) => name === 'files')?.rows
    expect(summary.files).toMatchObject({ count: rows, missing: [] })
    expect((await readdir(installations.getPath('.'))).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('is restored on the other database with its files and its secret', async () => {
    const target = await installations.create(getOtherKind(kind))
    await restoreBackup({ path: archive, target, isReplacing: false, now: clock.now() })
    expect(await readFile(join(target.uploadsFolder, 'first.txt'), 'utf8')).toBe('智鉴')
    expect(await readFile(target.secretFile, 'utf8')).toBe(`${APP_SECRET}\n`)
    const { database } = await openInstallation(target, clock)
    expect(await database.read.selectFrom('users').select('email').execute()).toEqual([{ email: 'a@example.com' }])
    await database.close()
  })

  it('ends every session, since those that were ended after it would be valid again', async () => {
    expect((await readArchive(archive)).summary.tables).toContainEqual(
      expect.objectContaining({ name: 'sessions', rows: 1 }),
    )
    const target = await installations.create(kind)
    await restoreBackup({ path: archive, target, isReplacing: false, now: clock.now() })
    const { database } = await openInstallation(target, clock)
    expect(await database.read.selectFrom('sessions').select('id').execute()).toEqual([])
    await database.close()
  })

  it('contains no failed sign-ins, which would delay people on another machine', async () => {
    const existing = await openInstallation(source, clock)
    expect(await existing.database.read.selectFrom('loginAttempts').select('isFailed').execute()).toHaveLength(1)
    await existing.database.close()
    expect((await readArchive(archive)).summary.tables).toContainEqual(
      expect.objectContaining({ name: 'login_attempts', rows: 0 }),
    )
  })

  it('is not running in the restored database, although it was when the archive was made', async () => {
    const target = await installations.create(getOtherKind(kind))
    await restoreBackup({ path: archive, target, isReplacing: false, now: clock.now() })
    const { database, services } = await openInstallation(target, clock)
    expect(await services.backups.getStatus()).toMatchObject({
      runningSince: null,
      last: { status: 'done', startedAt: '2026-11-20T02:00:00.000Z' },
    })
    await database.close()
  })

  it('leaves nothing behind if it can’t be restored entirely', async () => {
    const target = await installations.create(kind)
    const unreachable = { ...target, s3: UNREACHABLE_STORE }
    const restoring = restoreBackup({ path: archive, target: unreachable, isReplacing: false, now: clock.now() })
    await expect(restoring).rejects.toMatchObject({ failure: 'storeUnavailable' })
    expect(await readdir(dirname(target.secretFile)).catch(() => [])).toEqual([])
    // The target is still empty.
    await restoreBackup({ path: archive, target, isReplacing: false, now: clock.now() })
    expect((await readdir(dirname(target.secretFile))).filter((name) => name.includes('.restoring'))).toEqual([])
  })

  it('leaves the existing data as it was if it can’t replace it entirely', async () => {
    const target = await installations.create(kind)
    const existing = await openInstallation(target, clock)
    await existing.services.identity.ensureFirstAdmin({ email: 'existing@example.com', password: 'a good password' })
    await existing.database.close()
    const unreachable = { ...target, s3: UNREACHABLE_STORE }
    const restoring = restoreBackup({ path: archive, target: unreachable, isReplacing: true, now: clock.now() })
    await expect(restoring).rejects.toMatchObject({ failure: 'storeUnavailable' })
    const { database } = await openInstallation(target, clock)
    const emails = await database.read.selectFrom('users').select('email').execute()
    expect(emails).toEqual([{ email: 'existing@example.com' }])
    await database.close()
  })

  it("isn't restored while the database is in use", async () => {
    const target = await installations.create(kind)
    const { database } = await openInstallation(target, clock)
    await expect(restoreBackup({ path: archive, target, isReplacing: true, now: clock.now() })).rejects.toThrow(
      '数据库正在使用，未作任何改动；请先停止服务',
    )
    await database.close()
  })

  it('replaces an existing database only if requested', async () => {
    const target = await installations.create(kind)
    await restoreBackup({ path: archive, target, isReplacing: false, now: clock.now() })
    await expect(restoreBackup({ path: archive, target, isReplacing: false, now: clock.now() })).rejects.toThrow(
      /^目标不是空的，未作任何改动：.+中有1个用户、0个产品、0条提交；.+--replace/,
    )
    await restoreBackup({ path: archive, target, isReplacing: true, now: clock.now() })
  })
})

describe('an archive', () => {
  let archive: string
  let bytes: Buffer

  beforeAll(async () => {
    const source = await installations.create('sqlite')
    const { database, services } = await openInstallation(source, clock)
    await services.files.save(createTextFile('a.txt', '内容'))
    await database.close()
    archive = installations.getPath('small.tar')
    const files = createLocalFiles(source.uploadsFolder)
    await createBackup({ path: archive, location: source.location, files, clock, secret: APP_SECRET })
    bytes = await readFile(archive)
  })

  const readChanged = async (change: (copy: Buffer) => Buffer) => {
    const path = installations.getPath('changed.tar')
    await writeFile(path, change(Buffer.from(bytes)))
    return readArchive(path)
  }

  it('is rejected if any byte of its contents was changed', async () => {
    const archivedFiles = await readContents(archive)
    expect(archivedFiles.length).toBeGreaterThan(5)
    for (const { name, text } of archivedFiles) {
      const start = bytes.indexOf(text)
      const changed = readChanged((copy) => copy.fill(copy[start] === 0x20 ? 0x21 : 0x20, start, start + 1))
      await expect(changed, name).rejects.toThrow(/^(备份文件已损坏：|这不是智鉴的备份文件)/)
    }
  })

  it('is rejected if it was truncated at any position', async () => {
    for (let length = 0; length < bytes.length; length += 2_560)
      await expect(
        readChanged((copy) => copy.subarray(0, length)),
        String(length),
      ).rejects.toThrow(/^(备份文件已损坏：|这不是智鉴的备份文件)/)
  })

  it('is rejected before anything is written if a newer version created it', async () => {
    const target = await installations.create('sqlite')
    const path = installations.getPath('later.tar')
    await writeFile(
      path,
      Buffer.from(bytes.toString('latin1').replace('"formatVersion": 1', '"formatVersion": 2'), 'latin1'),
    )
    await expect(restoreBackup({ path, target, isReplacing: false, now: clock.now() })).rejects.toThrow(
      '备份来自更新的版本，请先更新程序',
    )
    await expect(readdir(join(target.uploadsFolder, '..'))).rejects.toThrow('ENOENT')
  })
})

/** Returns the raw contents of an archive's files. */
async function readContents(path: string): Promise<{ name: string; text: Buffer }[]> {
  const file = await open(path)
  const { size } = await file.stat()
  const archivedFiles: { name: string; text: Buffer }[] = []
  for (let position = 0; position < size; ) {
    const header = Buffer.alloc(512)
    await file.read(header, 0, 512, position)
    const name = header.toString('utf8', 0, 100).replaceAll('\0', '')
    const length = Number.parseInt(header.toString('latin1', 124, 135), 8)
    if (name === '') break
    const text = Buffer.alloc(length)
    await file.read(text, 0, length, position + 512)
    archivedFiles.push({ name, text })
    position += 512 + Math.ceil(length / 512) * 512
  }
  await file.close()
  return archivedFiles
}
