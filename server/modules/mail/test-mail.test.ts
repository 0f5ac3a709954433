import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMailClient, MAIL_CONFIG, type MailClient } from '#testing/factories/mail-settings.ts'
import type { Caller } from '#testing/factories/users.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { createSmtpError, type SmtpTestServer, startSmtpServer } from '#testing/smtp-server.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('test mail', (app) => {
  let settingsCalls: MailClient
  beforeAll(async () => {
    settingsCalls = await createMailClient(app)
  })

  let server: SmtpTestServer
  beforeAll(async () => {
    server = await startSmtpServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (auth, _session, done) =>
        auth.password === 'a secret' ? done(null, { user: auth.username }) : done(createSmtpError(535, '5.7.8 wrong')),
    })
  })
  afterAll(() => server.close())

  const sendTestMail = (more: object = {}, caller: Caller | undefined = settingsCalls.admin) =>
    settingsCalls.call('POST', '/api/email/test', caller, {
      smtpConfig: { ...MAIL_CONFIG.smtpConfig, host: 'localhost', port: server.port, secure: false, ...more },
      testEmail: 'from@example.com',
    })
  const readLastTest = async (caller: Caller = settingsCalls.admin) =>
    (await settingsCalls.read(caller)).json().data.lastTestResult

  it('is sent with unsaved settings, and its result is stored with the mail server’s response', async () => {
    await settingsCalls.save()
    const earlierMails = server.mails.length
    const reply = await sendTestMail()
    expect(toResult(reply)).toMatchObject({ status: 200, message: '测试邮件发送成功！' })
    expect(server.mails.slice(earlierMails)).toMatchObject([{ to: ['from@example.com'], user: 'sender@example.com' }])
    const testTime = app().clock.now().toISOString()
    expect(await readLastTest()).toEqual({
      success: true,
      testTime,
      message: '邮件服务器已接收测试邮件：250 queued as 4711',
    })
    expect((await settingsCalls.read()).json().data.smtpConfig.host).toBe('smtp.example.com')
    expect((await readLastTest(settingsCalls.viewer)).message).toBe('')
  })

  it('reports the mail server’s response on failure, but never the password', async () => {
    const reply = await sendTestMail({ password: 'wrong password' })
    expect(toResult(reply)).toEqual({ status: 400, success: false, message: '登录邮件服务器失败：535 5.7.8 wrong' })
    expect(await readLastTest()).toMatchObject({ success: false, message: '登录邮件服务器失败：535 5.7.8 wrong' })
    const entries = await listAudit(app(), 'mail.test')
    expect(entries[0]).toMatchObject({
      target: `localhost:${server.port}`,
      detail: '失败：登录邮件服务器失败：535 5.7.8 wrong',
    })
    expect(JSON.stringify(entries)).not.toContain('wrong password')
  })

  it('creates no revision, and retains its result if the settings are saved', async () => {
    await settingsCalls.save()
    const { etag } = (await settingsCalls.read()).headers
    await sendTestMail()
    expect((await settingsCalls.read()).headers.etag).toBe(etag)
    await settingsCalls.save()
    expect(await readLastTest()).toMatchObject({ success: true })
  })

  it('requires a server and a recipient', async () => {
    const reply = await sendTestMail({ host: ' ' })
    expect(toResult(reply)).toEqual({
      status: 400,
      success: false,
      message: '请先配置SMTP服务器',
      errors: [{ path: 'smtpConfig.host', message: '请先配置SMTP服务器' }],
    })
    const withoutRecipient = await settingsCalls.call('POST', '/api/email/test', settingsCalls.admin, {
      smtpConfig: MAIL_CONFIG.smtpConfig,
    })
    expect({ status: withoutRecipient.statusCode, path: withoutRecipient.json().errors[0].path }).toEqual({
      status: 400,
      path: 'testEmail',
    })
  })

  it.each([
    ['127.0.0.1', 25],
    ['10.0.0.1', 25],
    ['169.254.169.254', 587],
    ['2130706433', 25],
    ['::1', 25],
    ['1.1.1.1', 80],
  ])('rejects private networks and other ports: %s:%i', async (host, port) => {
    const reply = await sendTestMail({ host, port })
    expect(toResult(reply)).toMatchObject({
      status: 400,
      message: `不允许连接该服务器：地址属于内网或保留网段，或端口不是邮件端口：${host}:${port}`,
    })
  })

  it('rejects users who may not change the settings', async () => {
    expect((await sendTestMail({}, settingsCalls.viewer)).statusCode).toBe(403)
    expect((await sendTestMail({}, settingsCalls.reviewer)).statusCode).toBe(403)
  })
})
