import { afterEach, expect, it } from 'vitest'
import { SETTINGS_PARTS } from '#contracts/settings/settings.ts'
import { createServices } from '#server/services.ts'
import { onEveryDatabase, testConfig } from '#testing/test-app.ts'

const SECRETS = { webhookUrl: 'https://robot.example/key-of-the-group', webhookSecret: 'SEC-of-the-robot' }
const NEW = 'another secret of 32 letters or more'

onEveryDatabase('settings secrets', (app) => {
  const startNode = (appSecret: string, previousSecrets: string[] = []) => {
    const { database, clock } = app()
    const fileStore = { put: async () => {}, open: async () => undefined, remove: async () => {} }
    return createServices({ database, clock, fileStore, appSecret, previousSecrets }).settings
  }
  const own = () => startNode(testConfig().appSecret ?? '')
  const save = (body: object) => own().update({ part: 'alarms', body, actor: SYSTEM, ifMatch: undefined })
  const SYSTEM = { id: 'admin', name: '系统', ip: null }
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

  it('encrypts them at rest, and decrypts them unchanged', async () => {
    await save({ ...SECRETS, lowSpaceMb: 600 })
    await expectEncrypted()
    expect(await own().getAlarms()).toMatchObject({ ...SECRETS, lowSpaceMb: 600 })
  })

  it('clears the encrypted column if there are none', async () => {
    await save(SECRETS)
    await save({ webhookUrl: '', webhookSecret: '' })
    expect((await readRow()).secretsEncrypted).toBeNull()
    expect(await own().getAlarms()).toMatchObject({ webhookUrl: '', webhookSecret: '' })
  })

  it('encrypts plain-text secrets once on start', async () => {
    await save({ lowSpaceMb: 500, errorPercent: 7 })
    await storeUnencrypted()
    expect(await own().getAlarms()).toMatchObject(SECRETS)
    expect([await own().reencryptSecrets(), await own().reencryptSecrets()]).toEqual([1, 0])
    await expectEncrypted()
    expect(await own().getAlarms()).toMatchObject({ ...SECRETS, lowSpaceMb: 700 })
  })

  it('re-encrypts them with a new APP_SECRET, and omits them if the old one is lost', async () => {
    await save(SECRETS)
    const rotated = startNode(NEW, [testConfig().appSecret ?? ''])
    expect(await rotated.reencryptSecrets()).toBe(1)
    expect(await startNode(NEW).getAlarms()).toMatchObject(SECRETS)
    expect(await own().getAlarms()).toMatchObject({ webhookUrl: '', webhookSecret: '' })
  })
})
