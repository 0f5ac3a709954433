/** Restores under conditions in which a restore is needed: damaged, half-removed or unwritable data. */
import { copyFile, readdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { openInstallation, setUpInstallations } from '#testing/databases/installations.ts'
import { createTestClock } from '#testing/test-app.ts'
import { createLocalFiles } from '../../platform/files/local-files.ts'
import { createBackup } from './create-backup.ts'
import { type Installation, restoreBackup } from './restore-backup.ts'

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
