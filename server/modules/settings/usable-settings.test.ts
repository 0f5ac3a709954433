import { beforeAll, expect, it } from 'vitest'
import { SETTINGS_MESSAGES } from '#contracts/settings/messages.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('settings that would not work', (app) => {
  let admin: Caller
  beforeAll(async () => {
    admin = await createSignedInUser(app(), 'super_admin')
  })
  const put = async (part: string, payload: object) => {
    const { headers } = admin
    const reply = await app().server.inject({ method: 'PUT', url: `/api/settings/${part}`, payload, headers })
    return { status: reply.statusCode, errors: reply.json().errors }
  }

  it('lets only who has a second factor require one of everybody', async () => {
    const errors = [{ path: 'enableTwoFactor', message: SETTINGS_MESSAGES.ownTwoFactorFirst }]
    expect(await put('security', { enableTwoFactor: true })).toEqual({ status: 400, errors })
    expect((await put('security', { enableTwoFactor: false, sessionTimeout: 60 })).status).toBe(200)
    await app().database.write(({ db }) =>
      db
        .insertInto('twoFactors')
        .values({
          userId: admin.id,
          secretEncrypted: '',
          lastStep: 0,
          confirmedAt: app().clock.now().toISOString(),
        })
        .execute(),
    )
    expect((await put('security', { enableTwoFactor: true })).status).toBe(200)
  })
})
