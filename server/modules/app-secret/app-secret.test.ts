import { beforeEach, expect, it } from 'vitest'
import { bearer, createUser, PASSWORD, signIn } from '#testing/factories/users.ts'
import { onEveryDatabase, testConfig } from '#testing/test-app.ts'

const OTHER_SECRET = 'another secret of 32 letters or more'
const NO_ENCRYPTED_VALUES = {
  twoFactors: 0,
  mailPasswords: 0,
  settings: 0,
  mails: 0,
  reportKeys: 0,
  agentKeys: 0,
  inquiryKeys: 0,
  webhooks: 0,
  signInProviders: 0,
}

onEveryDatabase('the secret of a database', (app) => {
  const currentSecret = testConfig().appSecret ?? ''
  const findMismatch = (appSecret: string, previousSecrets: string[] = [], isNew = false) =>
    app().services.appSecrets.findMismatch({ appSecret, previousSecrets, isNew })

  // Each test begins without encrypted values and without a recorded secret.
  beforeEach(async () => {
    await app().database.write(async ({ db }) => {
      for (const table of ['users', 'secretFingerprints', 'webhooks'] as const) await db.deleteFrom(table).execute()
    })
  })

  /** Lets a new user set up two-factor sign-in, whose secret is encrypted. */
  async function encryptTwoFactor(email: string): Promise<void> {
    await createUser(app(), { email })
    const headers = bearer((await signIn(app(), email)).token)
    await app().server.inject({
      method: 'POST',
      url: '/api/auth/two-factor',
      headers,
      payload: { password: PASSWORD },
    })
  }
  it('can be any value as long as nothing is encrypted', async () => {
    await app().services.appSecrets.record(OTHER_SECRET)
    expect(await findMismatch(currentSecret)).toBeUndefined()
  })

  it('must be the recorded one, as the current or a previous secret', async () => {
    await encryptTwoFactor('careful@example.com')
    await app().services.appSecrets.record(currentSecret)
    expect(await findMismatch(currentSecret)).toBeUndefined()
    expect(await findMismatch(OTHER_SECRET, [currentSecret])).toBeUndefined()
    expect(await findMismatch(OTHER_SECRET)).toEqual({ ...NO_ENCRYPTED_VALUES, twoFactors: 1 })
  })

  it('must also be the recorded one if only a webhook is encrypted', async () => {
    await app().services.appSecrets.record(currentSecret)
    const { webhooks } = app().services.outbox
    const actor = { id: 'admin', name: '系统', ip: null }
    const input = { url: 'https://93.184.215.14/key', events: ['lead.created'], format: 'wecom' } as const
    const { id } = await webhooks.create({ ...input, events: [...input.events] }, actor)
    expect(await findMismatch(OTHER_SECRET)).toEqual({ ...NO_ENCRYPTED_VALUES, webhooks: 1 })
    await webhooks.remove(id, actor)
    expect(await findMismatch(OTHER_SECRET)).toBeUndefined()
  })

  it("can't be a newly generated one if none was recorded by an earlier version", async () => {
    await encryptTwoFactor('earlier@example.com')
    expect(await findMismatch(currentSecret, [], true)).toEqual({ ...NO_ENCRYPTED_VALUES, twoFactors: 1 })
    expect(await findMismatch(currentSecret)).toBeUndefined()
  })
})
