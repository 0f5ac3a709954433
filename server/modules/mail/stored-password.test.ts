import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMailClient, MAIL_CONFIG, type MailClient } from '#testing/factories/mail-settings.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const CHANGED = '服务器、端口或用户名已更改，请重新填写密码'
const DOWNGRADED = '已关闭连接时加密，请重新填写密码'
const CHANGES: [string, object, string][] = [
  ['another host', { host: 'smtp.evil.test' }, CHANGED],
  ['another port', { port: 587 }, CHANGED],
  ['another user name', { username: 'other@example.com' }, CHANGED],
  ['no encryption', { secure: false }, DOWNGRADED],
  ['another host without encryption', { host: 'smtp.evil.test', secure: false }, CHANGED],
]

onEveryDatabase('stored mail password', (app) => {
  let settingsCalls: MailClient
  beforeAll(async () => {
    settingsCalls = await createMailClient(app)
  })
  beforeEach(async () => {
    await settingsCalls.save()
  })

  const readPassword = async () => (await app().services.mail.configuration.getWithPassword()).decryptPassword()
  const saveSmtp = (change: object) => settingsCalls.save({ smtpConfig: { ...MAIL_CONFIG.smtpConfig, ...change } })
  const testSmtp = (change: object) =>
    settingsCalls.call('POST', '/api/email/test', settingsCalls.admin, {
      smtpConfig: { ...MAIL_CONFIG.smtpConfig, ...change },
      testEmail: 'to@example.com',
    })

  describe.each([
    ['a save', saveSmtp],
    ['a test', testSmtp],
  ])('in %s', (_, send) => {
    it.each(CHANGES)('must be entered again for %s', async (__, change, message) => {
      for (const blank of ['', undefined]) {
        const before = (await settingsCalls.read()).json()
        const reply = await send({ ...change, password: blank })
        expect(toResult(reply)).toEqual({
          status: 400,
          success: false,
          message,
          errors: [{ path: 'smtpConfig.password', message }],
        })
        expect((await settingsCalls.read()).json()).toEqual(before)
        expect(await readPassword()).toBe('a secret')
      }
    })
  })

  it.each(CHANGES)('is replaced by an entered one for %s', async (_, change) => {
    expect((await saveSmtp({ ...change, password: 'another' })).statusCode).toBe(200)
    expect(await readPassword()).toBe('another')
  })

  it.each([
    ['the host in another case', { host: 'SMTP.Example.com.' }],
    ['another sender', { fromName: '新名', fromEmail: 'new@example.com' }],
  ])('is retained for %s', async (_, change) => {
    expect((await saveSmtp({ ...change, password: '' })).statusCode).toBe(200)
    expect(await readPassword()).toBe('a secret')
  })

  it('is deleted for a server without authentication', async () => {
    expect((await saveSmtp({ host: 'smtp.example.org', username: '', password: '' })).statusCode).toBe(200)
    expect(await readPassword()).toBe('')
    expect((await settingsCalls.read()).json().data.smtpConfig.passwordSet).toBe(false)
  })
})
