import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { FieldError } from '#contracts/errors.ts'
import { MAIL_ERRORS } from '#contracts/mail/messages.ts'
import { DEFAULT_TEMPLATES } from '#contracts/mail/templates.ts'
import { createMailClient, MAIL_CONFIG, type MailClient } from '#testing/factories/mail-settings.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const NO_RECIPIENTS = { consultation: [], submission: [] }

onEveryDatabase('mail settings', (app) => {
  let calls: MailClient
  beforeAll(async () => {
    calls = await createMailClient(app)
  })
  // The settings are one row: each test begins without it.
  beforeEach(() =>
    app().database.write(async ({ db }) => {
      for (const table of ['mailConfigs', 'mailRevisions'] as const) await db.deleteFrom(table).execute()
    }),
  )

  const readPassword = async () => (await app().services.mail.configuration.getWithPassword()).decryptPassword()
  const getLastEntry = async () => (await listAudit(app(), 'mail.update'))[0]

  it('returns defaults before anything is saved', async () => {
    const reply = await calls.read()
    expect(reply.statusCode).toBe(200)
    expect(reply.json().data).toEqual({
      _id: 'default',
      isActive: false,
      lastTestResult: null,
      smtpConfig: {
        host: '',
        port: 587,
        secure: false,
        username: '',
        fromName: '',
        fromEmail: '',
        passwordSet: false,
      },
      recipients: { consultation: [], submission: [] },
      templates: DEFAULT_TEMPLATES,
    })
  })

  it('stores the settings with an encrypted password that is never returned', async () => {
    const reply = await calls.save()
    expect(toResult(reply)).toEqual({
      status: 200,
      success: true,
      data: { _id: 'default' },
      message: '邮件配置保存成功！',
    })
    const { data } = (await calls.read()).json()
    const { password: _, ...smtpConfig } = MAIL_CONFIG.smtpConfig
    expect(data).toMatchObject({ isActive: true, recipients: MAIL_CONFIG.recipients })
    expect(data.smtpConfig).toEqual({ ...smtpConfig, passwordSet: true })
    expect(await readPassword()).toBe('a secret')
    const rows = await app().database.read.selectFrom('mailConfigs').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('a secret')
    expect(await getLastEntry()).toMatchObject({
      user: { name: 'super_admin' },
      detail:
        '启用邮件服务；服务器：smtp.example.com:465（TLS）；用户名；发件人；咨询收件人：1人；提交收件人：1人；模板：选型咨询通知；SMTP密码',
    })
  })

  it.each([
    ['blank', ''],
    ['omitted', undefined],
  ])('retains the stored password if the new one is %s', async (_, blank) => {
    await calls.save()
    const { etag } = (await calls.read()).headers
    const reply = await calls.save({ smtpConfig: { ...MAIL_CONFIG.smtpConfig, password: blank } })
    expect({ status: reply.statusCode, etag: reply.headers.etag }).toEqual({ status: 200, etag })
    expect(await readPassword()).toBe('a secret')
  })

  it('replaces the stored password, and audits that without either', async () => {
    await calls.save()
    await calls.save({ smtpConfig: { ...MAIL_CONFIG.smtpConfig, password: 'another' } })
    expect(await readPassword()).toBe('another')
    expect((await getLastEntry())?.detail).toBe('SMTP密码')
  })

  it.each([
    ['a number', 2525, 2525],
    ['digits', '465', 465],
    ['not a number', 'smtp', 587],
    ['empty', '', 587],
    ['null', null, 587],
  ])('accepts a port that is %s', async (_, port, expectedPort) => {
    await calls.save({ smtpConfig: { ...MAIL_CONFIG.smtpConfig, port } })
    expect((await calls.read()).json().data.smtpConfig.port).toBe(expectedPort)
  })

  it.each<[string, object, string, string]>([
    ['a port', { smtpConfig: { ...MAIL_CONFIG.smtpConfig, port: 70_000 } }, 'smtpConfig.port', '不能大于65535'],
    [
      'a host',
      { smtpConfig: { ...MAIL_CONFIG.smtpConfig, host: 'http://a/b' } },
      'smtpConfig.host',
      '请填写服务器的域名或IP地址，不含协议、端口和空格',
    ],
    [
      'a host with a port',
      { smtpConfig: { ...MAIL_CONFIG.smtpConfig, host: 'smtp.example.com:465' } },
      'smtpConfig.host',
      '请填写服务器的域名或IP地址，不含协议、端口和空格',
    ],
    [
      'a port that isn’t for mail',
      { smtpConfig: { ...MAIL_CONFIG.smtpConfig, port: 22 } },
      'smtpConfig.host',
      MAIL_ERRORS.addressNotAllowed,
    ],
    [
      'an internal address',
      { smtpConfig: { ...MAIL_CONFIG.smtpConfig, host: '10.0.0.7' } },
      'smtpConfig.host',
      MAIL_ERRORS.addressNotAllowed,
    ],
    [
      'a sender',
      { smtpConfig: { ...MAIL_CONFIG.smtpConfig, fromEmail: 'from' } },
      'smtpConfig.fromEmail',
      '请输入有效的邮箱地址',
    ],
    [
      'a recipient',
      {
        recipients: { consultation: [{ name: '', email: 'x', department: '', isActive: true }], submission: [] },
      },
      'recipients.consultation.0.email',
      '请输入有效的邮箱地址',
    ],
    [
      'a variable in a subject',
      { templates: { ...MAIL_CONFIG.templates, submission: { subject: '{{requirements}}', htmlTemplate: '' } } },
      'templates.submission.subject',
      '模板中有未知的变量：{{requirements}}',
    ],
    [
      'a variable in a text',
      {
        templates: {
          ...MAIL_CONFIG.templates,
          consultation: { subject: '', htmlTemplate: '{{email}} {{ constructor }}' },
        },
      },
      'templates.consultation.htmlTemplate',
      '模板中有未知的变量：{{constructor}}',
    ],
    [
      'unclosed variable in a subject',
      { templates: { ...MAIL_CONFIG.templates, submission: { subject: '{{productName', htmlTemplate: '' } } },
      'templates.submission.subject',
      '模板中有变量没有写完整，变量以“{{”开头、以“}}”结尾',
    ],
  ])('rejects an invalid %s with its field, and retains the stored settings', async (_, wrong, path, message) => {
    const before = (await calls.read()).json()
    const reply = await calls.save(wrong)
    expect(toResult(reply)).toEqual({ status: 400, success: false, message, errors: [{ path, message }] })
    expect((await calls.read()).json()).toEqual(before)
  })

  it('rejects overwriting a concurrent save', async () => {
    const etag = String((await calls.read()).headers.etag)
    const saved = await calls.save({ recipients: NO_RECIPIENTS }, { 'if-match': etag })
    expect(saved.statusCode).toBe(200)
    const reply = await calls.save({ isActive: false }, { 'if-match': etag })
    expect(toResult(reply)).toMatchObject({ status: 412, message: '内容已被其他管理员更新，请刷新后再保存' })
    expect((await calls.read()).json().data.isActive).toBe(true)
  })

  it('accepts at least one of two concurrent saves', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(async () => calls.save({}, { 'if-match': String((await calls.read()).headers.etag) })),
    )
    // Both succeed if the first is saved before the second reads the ETag.
    expect([first?.statusCode, second?.statusCode]).toContain(200)
  })

  it('reports every missing part, and retains the stored settings', async () => {
    await calls.save()
    const before = (await calls.read()).json()
    const saveInvalid = async (body: object) => {
      const reply = await calls.call('POST', '/api/email/config', calls.admin, body)
      expect(reply.statusCode).toBe(400)
      expect((await calls.read()).json()).toEqual(before)
      return reply.json().errors.map(({ path, message }: FieldError) => `${path} ${message}`)
    }
    const describeMissing = (...paths: string[]) => paths.map((path) => `${path} 缺少此项`)
    expect(await saveInvalid({})).toEqual(describeMissing('smtpConfig', 'recipients', 'templates', 'isActive'))
    const { fromName: _, ...smtpWithoutName } = MAIL_CONFIG.smtpConfig
    const { submissionReceipt: __, ...templatesWithoutReceipt } = MAIL_CONFIG.templates
    expect(
      await saveInvalid({
        isActive: true,
        smtpConfig: smtpWithoutName,
        recipients: { consultation: [] },
        templates: { ...templatesWithoutReceipt, consultation: { subject: '' } },
      }),
    ).toEqual(
      describeMissing(
        'smtpConfig.fromName',
        'recipients.submission',
        'templates.consultation.htmlTemplate',
        'templates.submissionReceipt',
      ),
    )
  })

  it('accepts its own response as input', async () => {
    await calls.save()
    const before = await calls.read()
    const reply = await calls.call('POST', '/api/email/config', calls.admin, before.json().data)
    expect({ status: reply.statusCode, etag: reply.headers.etag }).toEqual({ status: 200, etag: before.headers.etag })
    expect(await readPassword()).toBe('a secret')
  })

  it('hides names and email addresses of people from viewers', async () => {
    await calls.save()
    const reply = await calls.read(calls.viewer)
    expect(reply.statusCode).toBe(200)
    expect(reply.body).not.toMatch(/wang|王顾问|li@|李经理|sender@|from@/)
    expect(reply.json().data.smtpConfig).toMatchObject({ username: 's***@example.com', fromEmail: 'f***@example.com' })
    expect(reply.json().data.recipients.consultation).toEqual([
      { name: '', email: '', department: '咨询部门', isActive: true },
    ])
    expect((await calls.call('POST', '/api/email/config', calls.viewer, MAIL_CONFIG)).statusCode).toBe(403)
    expect((await calls.read(calls.reviewer)).statusCode).toBe(403)
    expect((await calls.call('GET', '/api/email/config', undefined)).statusCode).toBe(401)
  })
})
