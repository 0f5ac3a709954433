/** Restores under conditions in which a restore is needed: damaged, half-removed or unwritable data. */
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { INSTALLATION_KINDS, openInstallation, setUpInstallations } from '#testing/databases/installations.ts'
import { createTestClock } from '#testing/test-app.ts'
import type { Database } from '../../platform/database/database.ts'
import { createLocalFiles } from '../../platform/files/local-files.ts'
import { createBackup } from './create-backup.ts'
import type { Installation } from './installation.ts'
import { restoreBackup } from './restore-backup.ts'
import { findUnfinishedRestore, writeRestoreMarker } from './restore-marker.ts'

const clock = createTestClock()
const APP_SECRET = 'a secret for tests alone, 32 letters'
const SUFFIX = '.replaced-2026-11-21T02-00-00-000Z'

const installations = setUpInstallations()
let archive: string

/** Creates an installation's first user and a file with the user's address in it. */
async function fill(installation: Installation, email: string): Promise<void> {
  const { database, services } = await openInstallation(installation, clock)
  await services.identity.ensureFirstAdmin({ email, password: 'a good password' })
  const file = { key: 'owner.txt', mimetype: 'text/plain', originalName: 'owner.txt', bytes: Buffer.from(email) }
  await services.files.save(file)
  await database.close()
}

beforeAll(async () => {
  const source = await installations.create('sqlite')
  await fill(source, 'archived@example.com')
  archive = installations.getPath('archive.tar')
  const files = createLocalFiles(source.uploadsFolder)
  await createBackup({ path: archive, location: source.location, files, clock, secret: APP_SECRET })
})

const restore = (target: Installation, isReplacing: boolean) =>
  restoreBackup({ path: archive, target, isReplacing, now: clock.now() })

async function listEmails(installation: Installation): Promise<string[]> {
  const { database } = await openInstallation(installation, clock)
  const rows = await database.read.selectFrom('users').select('email').execute()
  await database.close()
  return rows.map(({ email }) => email)
}

const getFile = ({ location }: Installation): string => (location.kind === 'sqlite' ? location.file : '')

it('moves the log of a removed database away, which SQLite would apply to the restored one', async () => {
  const target = await installations.create('sqlite')
  const file = getFile(target)
  const { database, services } = await openInstallation(target, clock)
  await services.identity.ensureFirstAdmin({ email: 'existing@example.com', password: 'a good password' })
  await copyFile(`${file}-wal`, installations.getPath('log'))
  await database.close()
  await rm(file)
  await copyFile(installations.getPath('log'), `${file}-wal`)
  await restore(target, false)
  expect(await listEmails(target)).toEqual(['archived@example.com'])
  const names = await readdir(dirname(file))
  expect(names.filter((name) => name.includes('-wal'))).toEqual([`zhijian.sqlite${SUFFIX}-wal`])
})

/** Describes an installation's data: its users, a file, the secret, and the names in its folder. */
async function describeData(installation: Installation) {
  const { secretFile, uploadsFolder } = installation
  const names = (await readdir(dirname(secretFile))).filter((name) => !/-(wal|shm)$/.test(name)).sort()
  const file = await readFile(join(uploadsFolder, 'owner.txt'), 'utf8')
  return { names, file, secret: await readFile(secretFile, 'utf8'), emails: await listEmails(installation) }
}

it.each(INSTALLATION_KINDS.map((kind) => ({ kind, blockedFile: kind === 'sqlite' ? 'zhijian.sqlite' : 'secret' })))(
  'leaves the installation as it was if a file can’t be renamed ($kind)',
  async ({ kind, blockedFile }) => {
    const target = await installations.create(kind)
    await fill(target, 'existing@example.com')
    await writeFile(target.secretFile, 'another secret for tests, 32 letters')
    const blocker = join(dirname(target.secretFile), blockedFile + SUFFIX)
    await mkdir(blocker)
    const before = await describeData(target)
    await expect(restore(target, true)).rejects.toMatchObject({ code: 'EISDIR' })
    expect(await describeData(target)).toEqual(before)
    await rm(blocker, { recursive: true })
    await restore(target, true)
    expect(await describeData(target)).toMatchObject({
      file: 'archived@example.com',
      secret: `${APP_SECRET}\n`,
      emails: ['archived@example.com'],
    })
  },
)

it('leaves an empty PostgreSQL database empty if a file can’t be renamed', async () => {
  const target = await installations.create(INSTALLATION_KINDS.at(-1) ?? 'sqlite')
  await mkdir(dirname(target.secretFile), { recursive: true })
  // A file that can't be replaced by a folder.
  await writeFile(target.uploadsFolder, '')
  await mkdir(`${target.uploadsFolder}${SUFFIX}`)
  await expect(restore(target, false)).rejects.toMatchObject({ code: 'EISDIR' })
  expect(await listEmails(target)).toEqual([])
})

it.each<[string, (bytes: Buffer) => Buffer]>([
  ['is no database any more', () => Buffer.from('not a database'.repeat(1_000))],
  ['was truncated', (bytes) => bytes.subarray(0, 5_000)],
  ['has damaged pages', (bytes) => bytes.fill(0xff, 4_096, 60_000)],
])('replaces a SQLite file that %s, and retains it', async (_, damage) => {
  const target = await installations.create('sqlite')
  const file = getFile(target)
  await fill(target, 'existing@example.com')
  const damaged = damage(await readFile(file))
  await writeFile(file, damaged)
  await expect(restore(target, false)).rejects.toThrow(
    /^未作任何改动：.+zhijian\.sqlite 已损坏，无法读取（.+）。.+--replace/,
  )
  await restore(target, true)
  expect(await describeData(target)).toMatchObject({ file: 'archived@example.com', emails: ['archived@example.com'] })
  expect(await readFile(file + SUFFIX)).toHaveLength(damaged.length)
})

it('leaves the marker of an earlier unfinished restore until one succeeds', async () => {
  const target = await installations.create('sqlite')
  const folder = dirname(target.secretFile)
  await fill(target, 'existing@example.com')
  await writeRestoreMarker(folder, '.replaced-earlier')
  const blocker = getFile(target) + SUFFIX
  await mkdir(blocker)
  await expect(restore(target, true)).rejects.toMatchObject({ code: 'EISDIR' })
  expect(await findUnfinishedRestore(folder)).toBe('.replaced-earlier')
  await rm(blocker, { recursive: true })
  await restore(target, true)
  expect(await findUnfinishedRestore(folder)).toBeUndefined()
})

it('locks the folder while it restores, and not for longer', async () => {
  const target = await installations.create('sqlite')
  const events: string[] = []
  const lockFolder = () => {
    events.push('locked')
    return { release: () => events.push(existsSync(getFile(target)) ? 'released after the restore' : 'released') }
  }
  const damagedArchive = installations.getPath('damaged.tar')
  await writeFile(damagedArchive, 'no archive')
  const options = { target, isReplacing: false, now: clock.now(), lockFolder }
  await expect(restoreBackup({ ...options, path: damagedArchive })).rejects.toThrow()
  expect(events).toEqual([])
  await restoreBackup({ ...options, path: archive })
  await expect(restoreBackup({ ...options, path: damagedArchive })).rejects.toThrow()
  const whole = ['locked', 'released after the restore']
  expect(events).toEqual([...whole, ...whole])
})

/** Starts an object store that accepts every file. Returns its location. */
async function startStore(onRequest: () => Promise<unknown> = async () => {}) {
  const store = createServer(async (request, response) => {
    request.resume()
    await onRequest()
    response.end()
  })
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve))
  const address = store.address()
  const s3 = {
    bucketUrl: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/zhijian`,
    region: 'r',
    accessKeyId: 'k',
    secretAccessKey: 's',
    sessionToken: undefined,
  }
  return { s3, close: () => store.close() }
}

it('replaces no database that was opened during the restore', async () => {
  const target = await installations.create('sqlite')
  await fill(target, 'existing@example.com')
  const openDatabases: Database[] = []
  const { s3, close } = await startStore(async () => {
    if (openDatabases.length === 0) openDatabases.push((await openInstallation(target, clock)).database)
  })
  await expect(restore({ ...target, s3 }, true)).rejects.toThrow('数据库正在使用，未作任何改动')
  for (const database of openDatabases) await database.close()
  close()
  expect(await listEmails(target)).toEqual(['existing@example.com'])
})

it.runIf(INSTALLATION_KINDS.length > 1)('needs no data folder for PostgreSQL and a bucket', async () => {
  const source = await installations.create('sqlite')
  await fill(source, 'archived@example.com')
  const path = installations.getPath('without-secret.tar')
  const files = createLocalFiles(source.uploadsFolder)
  await createBackup({ path, location: source.location, files, clock })
  const target = await installations.create('postgres')
  const { s3, close } = await startStore()
  await restoreBackup({ path, target: { ...target, s3 }, isReplacing: false, now: clock.now() })
  close()
  expect(existsSync(dirname(target.secretFile))).toBe(false)
  expect(await listEmails(target)).toEqual(['archived@example.com'])
})
