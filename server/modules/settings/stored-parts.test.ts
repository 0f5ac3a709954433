import { afterEach, expect, it } from 'vitest'
import { SETTINGS_PARTS } from '#contracts/settings/settings.ts'
import { createServices } from '#server/services.ts'
import { onEveryDatabase, testConfig } from '#testing/test-app.ts'

const SECRETS = { webhookUrl: 'https://robot.example/key-of-the-group', webhookSecret: 'SEC-of-the-robot' }
const NEW_APP_SECRET = 'another secret of 32 letters or more'
const ACTOR = { id: 'admin', name: '系统', ip: null }

onEveryDatabase('settings secrets', (app) => {
  const createSettings = (appSecret: string, previousSecrets: string[] = []) => {
    const { database, clock } = app()
    const fileStore = { put: async () => {}, open: async () => undefined, remove: async () => {} }
    return createServices({ database, clock, fileStore, appSecret, previousSecrets }).settings
  }
  const getSettings = () => createSettings(testConfig().appSecret ?? '')
  const saveAlarms = (body: object) => getSettings().update('alarms', body, { actor: ACTOR })
  const readRow = () =>
    app().database.read.selectFrom('settings').selectAll().where('part', '=', 'alarms').executeTakeFirstOrThrow()
  const storeUnencrypted = () =>
    app().database.write(({ db }) =>
      db
        .updateTable('settings')
        .set({ valueJson: JSON.stringify(SETTINGS_PARTS.alarms.parse({ ...SECRETS, lowSpaceMb: 700 })) })
        .set({ secretsEncrypted: null })
        .where('part', '=', 'alarms')
        .execute(),
    )
  const expectEncrypted = async () => {
    const row = await readRow()
    expect(row.secretsEncrypted).toMatch(/^v1\./)
    expect(JSON.stringify(row)).not.toMatch(/robot|of-the-group|webhookUrl|webhookSecret/)
  }

  afterEach(() => app().database.write(({ db }) => db.deleteFrom('settings').where('part', '=', 'alarms').execute()))

  it('encrypts secrets at rest, and decrypts them unchanged', async () => {
    await saveAlarms({ ...SECRETS, lowSpaceMb: 600 })
    await expectEncrypted()
    expect(await getSettings().getAlarms()).toMatchObject({ ...SECRETS, lowSpaceMb: 600 })
  })

  it('clears the encrypted column if there are no secrets', async () => {
    await saveAlarms(SECRETS)
    await saveAlarms({ webhookUrl: '', webhookSecret: '' })
    expect((await readRow()).secretsEncrypted).toBeNull()
    expect(await getSettings().getAlarms()).toMatchObject({ webhookUrl: '', webhookSecret: '' })
  })

  it('encrypts plain-text secrets once on start', async () => {
    await saveAlarms({ lowSpaceMb: 500, errorPercent: 7 })
    await storeUnencrypted()
    expect(await getSettings().getAlarms()).toMatchObject(SECRETS)
    expect(await getSettings().reencryptSecrets()).toBe(1)
    expect(await getSettings().reencryptSecrets()).toBe(0)
    await expectEncrypted()
    expect(await getSettings().getAlarms()).toMatchObject({ ...SECRETS, lowSpaceMb: 700 })
  })

  it('re-encrypts secrets with a new APP_SECRET, and omits them if the old one is lost', async () => {
    await saveAlarms(SECRETS)
    const settingsAfterRotation = createSettings(NEW_APP_SECRET, [testConfig().appSecret ?? ''])
    expect(await settingsAfterRotation.reencryptSecrets()).toBe(1)
    expect(await createSettings(NEW_APP_SECRET).getAlarms()).toMatchObject(SECRETS)
    expect(await getSettings().getAlarms()).toMatchObject({ webhookUrl: '', webhookSecret: '' })
  })
})
