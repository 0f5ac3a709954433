import { expect, it } from 'vitest'
import { bearer, createUser, PASSWORD, signIn } from '#testing/factories/users.ts'
import { onEveryDatabase, testConfig } from '#testing/test-app.ts'

const OTHER_SECRET = 'another secret of 32 letters or more'
const NO_ENCRYPTED_VALUES = { twoFactors: 0, mailPasswords: 0, settings: 0, mails: 0, reportKeys: 0 }

onEveryDatabase('the secret of a database', (app) => {
  const currentSecret = testConfig().appSecret ?? ''
  const findMismatch = (appSecret: string, previousSecrets: string[] = [], isNew = false) =>
    app().services.appSecrets.findMismatch({ appSecret, previousSecrets, isNew })

  it('can be any value as long as nothing is encrypted', async () => {
    await app().services.appSecrets.record(OTHER_SECRET)
    expect(await findMismatch(currentSecret)).toBeUndefined()
  })

  it('must be the recorded one, as the current or a previous secret', async () => {
    await createUser(app(), { email: 'careful@example.com' })
    const headers = bearer((await signIn(app(), 'careful@example.com')).token)
    await app().server.inject({
      method: 'POST',
      url: '/api/auth/two-factor',
      headers,
      payload: { password: PASSWORD },
    })
    await app().services.appSecrets.record(currentSecret)
    expect(await findMismatch(currentSecret)).toBeUndefined()
    expect(await findMismatch(OTHER_SECRET, [currentSecret])).toBeUndefined()
    expect(await findMismatch(OTHER_SECRET)).toEqual({ ...NO_ENCRYPTED_VALUES, twoFactors: 1 })
  })

  it('must also be the recorded one if only an alarm webhook is encrypted', async () => {
    const { settings } = app().services
    const actor = { id: 'admin', name: '系统', ip: null }
    const saveWebhookUrl = (webhookUrl: string) => settings.update('alarms', { webhookUrl }, { actor })
    await saveWebhookUrl('https://robot.example/key')
    expect(await findMismatch(OTHER_SECRET)).toEqual({ ...NO_ENCRYPTED_VALUES, twoFactors: 1, settings: 1 })
    await saveWebhookUrl('')
    expect(await findMismatch(OTHER_SECRET)).toEqual({ ...NO_ENCRYPTED_VALUES, twoFactors: 1 })
  })

  it("can't be a newly generated one if none was recorded by an earlier version", async () => {
    await app().database.write(({ db }) => db.deleteFrom('secretFingerprints').execute())
    expect(await findMismatch(currentSecret, [], true)).toEqual({ ...NO_ENCRYPTED_VALUES, twoFactors: 1 })
    expect(await findMismatch(currentSecret)).toBeUndefined()
  })
})
