import { beforeAll, expect, it } from 'vitest'
import { ALARM_MESSAGES } from '#contracts/alarms/messages.ts'
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

  it.each(['https://127.0.0.1/hook', 'http://10.0.0.5/hook', 'https://169.254.169.254/', 'https://[::1]/hook'])(
    'refuses the address of alarms %s, to which none is sent',
    async (webhookUrl) => {
      const errors = [{ path: 'webhookUrl', message: ALARM_MESSAGES.refused }]
      expect(await put('alarms', { webhookUrl })).toEqual({ status: 400, errors })
      expect((await app().services.settings.getAlarms()).webhookUrl).toBe('')
    },
  )

  it('accepts a public address, and other changes while a stored address is refused', async () => {
    expect((await put('alarms', { webhookUrl: 'https://93.184.215.14/hook' })).status).toBe(200)
    const webhookUrl = 'https://127.0.0.1/hook'
    await app().database.write((transaction) => app().services.settings.save(transaction, 'alarms', { webhookUrl }))
    expect((await put('alarms', { webhookUrl, lowSpaceMb: 900 })).status).toBe(200)
  })

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
