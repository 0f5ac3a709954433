import { beforeAll, expect, it } from 'vitest'
import { TEMPLATE_NAMES } from '#contracts/mail/mail.ts'
import { CONFIG, type MailCalls, mailCalls } from '#testing/factories/mail-settings.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('the mail settings', (app) => {
  let settingsCalls: MailCalls
  beforeAll(async () => {
    settingsCalls = await mailCalls(app)
  })

  const password = () => app().services.mail.configuration.password()
  const getLastEntry = async () =>
    (await app().services.audit.list({ page: 1, user: '', action: 'mail.update' }, true)).items[0]

  it('has defaults before anything is saved', async () => {
    const reply = await settingsCalls.read()
    expect([reply.statusCode, reply.headers.etag]).toEqual([200, '"0"'])
    const empty = { subject: '', htmlTemplate: '' }
    expect(reply.json().data).toEqual({
      _id: 'default',
      isActive: false,
      lastTestResult: null,
      smtpConfig: {
        host: '',
        port: 587,
        secure: false,
        username: '',
        fromName: '智鉴',
        fromEmail: '',
        passwordSet: false,
      },
      recipients: { consultation: [], submission: [] },
      templates: Object.fromEntries(TEMPLATE_NAMES.map((name) => [name, empty])),
    })
  })

  it('stores the settings with an encrypted password that is never returned', async () => {
    const reply = await settingsCalls.save()
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { success: true, data: { _id: 'default' }, message: '邮件配置保存成功！' },
    ])
    const { data } = (await settingsCalls.read()).json()
    const { password: _, ...smtpConfig } = CONFIG.smtpConfig
    expect(data).toMatchObject({ isActive: true, recipients: CONFIG.recipients })
    expect(data.smtpConfig).toEqual({ ...smtpConfig, passwordSet: true })
    expect(await password()).toBe('a secret')
    const rows = await app().database.read.selectFrom('mailConfigs').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('a secret')
    expect(await getLastEntry()).toMatchObject({
      user: { name: 'super_admin' },
      detail:
        '启用邮件服务；服务器：smtp.example.com:465（TLS）；用户名；发件人；咨询收件人：1人；提交收件人：1人；模板：选型咨询通知；SMTP密码',
    })
  })

  it.each([[''], [undefined]])('keeps the stored password if the new one is %j', async (blank) => {
    await settingsCalls.save()
    expect((await settingsCalls.save({ smtpConfig: { ...CONFIG.smtpConfig, password: blank } })).statusCode).toBe(200)
    expect(await password()).toBe('a secret')
    expect((await getLastEntry())?.detail).toBe('')
    await settingsCalls.save({ smtpConfig: { ...CONFIG.smtpConfig, password: 'another' } })
    expect([await password(), (await getLastEntry())?.detail]).toEqual(['another', 'SMTP密码'])
  })

  it.each([
    ['a number', 2525, 2525],
    ['digits', '465', 465],
    ['no number', 'smtp', 587],
    ['empty', '', 587],
    ['null', null, 587],
    ['absent', undefined, 587],
  ])('takes a port that is %s', async (_, port, passwordEncrypted) => {
    await settingsCalls.save({ smtpConfig: { ...CONFIG.smtpConfig, port } })
    expect((await settingsCalls.read()).json().data.smtpConfig.port).toBe(passwordEncrypted)
  })

  it.each<[string, object, string, string]>([
    ['a port', { smtpConfig: { port: 70_000 } }, 'smtpConfig.port', '不能大于65535'],
    [
      'a host',
      { smtpConfig: { host: 'http://a/b' } },
      'smtpConfig.host',
      '请填写服务器的域名或IP地址，不含协议、端口和空格',
    ],
    ['a sender', { smtpConfig: { fromEmail: 'from' } }, 'smtpConfig.fromEmail', '请输入有效的邮箱地址'],
    [
      'a recipient',
      { recipients: { consultation: [{ name: '', email: 'x', department: '' }] } },
      'recipients.consultation.0.email',
      '请输入有效的邮箱地址',
    ],
    [
      'a variable in a subject',
      { templates: { submission: { subject: '{{requirements}}', htmlTemplate: '' } } },
      'templates.submission.subject',
      '模板中有未知的变量：{{requirements}}',
    ],
    [
      'a variable in a text',
      { templates: { consultation: { subject: '', htmlTemplate: '{{email}} {{ constructor }}' } } },
      'templates.consultation.htmlTemplate',
      '模板中有未知的变量：{{constructor}}',
    ],
  ])('refuses %s that is wrong, by its field, and keeps what was', async (_, wrong, path, message) => {
    const before = (await settingsCalls.read()).json()
    const reply = await settingsCalls.save(wrong)
    expect([reply.statusCode, reply.json()]).toEqual([400, { success: false, message, errors: [{ path, message }] }])
    expect((await settingsCalls.read()).json()).toEqual(before)
  })

  it('refuses to overwrite a concurrent save', async () => {
    const etag = String((await settingsCalls.read()).headers.etag)
    expect((await settingsCalls.save({}, { 'if-match': etag })).statusCode).toBe(200)
    const reply = await settingsCalls.save({ isActive: false }, { 'if-match': etag })
    expect([reply.statusCode, reply.json().message]).toEqual([412, '内容已被其他管理员更新，请刷新后再保存'])
    expect((await settingsCalls.read()).json().data.isActive).toBe(true)
    const [conflict, b] = await Promise.all(
      [1, 2].map(async () => settingsCalls.save({}, { 'if-match': String((await settingsCalls.read()).headers.etag) })),
    )
    expect([conflict?.statusCode, b?.statusCode]).toContain(200)
  })

  it('hides people from viewers', async () => {
    await settingsCalls.save()
    const reply = await settingsCalls.read(settingsCalls.viewer)
    expect(reply.statusCode).toBe(200)
    expect(reply.body).not.toMatch(/wang|王顾问|li@|李经理|sender@|from@/)
    expect(reply.json().data.recipients.consultation).toEqual([
      { name: '', email: '', department: '咨询部门', isActive: true },
    ])
    expect((await settingsCalls.call('POST', '/api/email/config', settingsCalls.viewer, CONFIG)).statusCode).toBe(403)
    expect((await settingsCalls.read(settingsCalls.reviewer)).statusCode).toBe(403)
    expect((await settingsCalls.call('GET', '/api/email/config', undefined)).statusCode).toBe(401)
  })
})
