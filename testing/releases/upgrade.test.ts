/**
 * Upgrades the data of every release. `<version>.tar.gz` is a backup of an installation with the sample content, a
 * submission, a request for consulting and an editor, made by `npm run admin -- backup … --with-secret` of that release.
 */
import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { restoreBackup } from '#server/modules/backups/restore-backup.ts'
import { listAppliedMigrations } from '#server/platform/database/migrate.ts'
import { MIGRATIONS } from '#server/platform/database/migrations/migrations.ts'
import { INSTALLATION_KINDS, openInstallation, setUpInstallations } from '../databases/installations.ts'
import { createTestClock } from '../test-app.ts'

const ENDING = '.tar.gz'
const RELEASES = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(ENDING))
  .map((file) => file.slice(0, -ENDING.length))

const clock = createTestClock('2026-11-30T02:00:00.000Z')
const installations = setUpInstallations()

describe.each(INSTALLATION_KINDS)('an upgrade on %s', (kind) => {
  it.each(RELEASES)('retains what people entered in release %s', async (release) => {
    const archive = installations.getPath(`${kind}-${release}.tar`)
    await writeFile(archive, gunzipSync(await readFile(join(import.meta.dirname, release + ENDING))))
    const target = await installations.create(kind)
    await restoreBackup({ path: archive, target, isReplacing: false, now: clock.now() })

    const { database, services } = await openInstallation(target, clock)
    expect(await listAppliedMigrations(database.read)).toEqual(Object.keys(MIGRATIONS))
    const users = await database.read.selectFrom('users').select(['email', 'role']).orderBy('email').execute()
    expect(users).toEqual([
      { email: 'admin@example.com', role: 'super_admin' },
      { email: 'member@example.com', role: 'editor' },
    ])
    const submissions = await database.read.selectFrom('submissions').select(['productName', 'status']).execute()
    expect(submissions).toContainEqual({ productName: '排班助手', status: 'pending' })
    const leads = await database.read.selectFrom('leads').select(['companyName', 'phone', 'email']).execute()
    expect(leads).toContainEqual({ companyName: '示例集团', phone: '010-12345678', email: 'cio@example.com' })
    const { nameMatches } = await services.products.search('agent', 'ragflow')
    expect(nameMatches.length).toBeGreaterThan(0)
    await database.close()
  })
})
