import { expect, it } from 'vitest'
import { completeEmailConfig } from '#contracts/mail/default-config.ts'
import { DEFAULT_TEMPLATES } from '#contracts/mail/templates.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-01T00:00:00.000Z'
const EMPTY = { subject: '', htmlTemplate: '' }
const CUSTOMIZED = { subject: '新咨询', htmlTemplate: '<p>新咨询</p>' }
const NO_TEMPLATES = {
  consultation: EMPTY,
  submission: EMPTY,
  submissionReceipt: EMPTY,
  submissionApproved: EMPTY,
  submissionRejected: EMPTY,
}
const settings = (fromName: string, templates: object) => ({
  isActive: true,
  smtpConfig: {
    host: 'smtp.example.com',
    port: 465,
    secure: true,
    username: '',
    fromName,
    fromEmail: 'from@example.com',
  },
  recipients: { consultation: [], submission: [] },
  templates,
})

function testSettings(
  { value, revision = 3 }: { value: object; revision?: number },
  tests: Parameters<typeof testMigration>[1],
) {
  const row = { id: 'default', revision, valueJson: JSON.stringify(value), updatedAt: AT }
  testMigration(
    {
      name: '005-mail-revisions',
      async insertRows(db) {
        await db
          .insertInto('mailConfigs')
          .values({ ...row, passwordEncrypted: 'sealed', lastTestJson: null })
          .execute()
      },
    },
    tests,
  )
}

testSettings({ value: settings('智鉴', NO_TEMPLATES) }, (migrated) => {
  it('sets unchanged templates to their default texts, and an unchanged sender to the site’s name', async () => {
    const row = await migrated.db.selectFrom('mailConfigs').selectAll().executeTakeFirstOrThrow()
    expect(completeEmailConfig(row.valueJson)).toEqual(settings('', DEFAULT_TEMPLATES))
    expect(row).toMatchObject({ revision: 3, passwordEncrypted: 'sealed' })
  })

  it('starts the history with the current settings', async () => {
    const [first, ...others] = await migrated.db.selectFrom('mailRevisions').selectAll().execute()
    expect(others).toEqual([])
    expect(first).toMatchObject({ revision: 3, createdAt: AT, createdBy: null, changesJson: null, restoredFrom: null })
    expect(completeEmailConfig(first?.valueJson)).toEqual(settings('', DEFAULT_TEMPLATES))
  })
})

testSettings({ value: settings('评估中心', { ...NO_TEMPLATES, consultation: CUSTOMIZED }) }, (migrated) => {
  it('keeps customized templates, empty templates beside them, and a customized sender', async () => {
    const { valueJson } = await migrated.db.selectFrom('mailConfigs').selectAll().executeTakeFirstOrThrow()
    expect(valueJson).toEqual(settings('评估中心', { ...NO_TEMPLATES, consultation: CUSTOMIZED }))
  })
})

testSettings({ value: settings('智鉴', NO_TEMPLATES), revision: 0 }, (migrated) => {
  it('starts no history for settings that were never saved', async () => {
    expect(await migrated.db.selectFrom('mailRevisions').selectAll().execute()).toEqual([])
  })
})
