import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_TEMPLATES } from '#contracts/default-templates.ts'
import { TEMPLATE_NAMES } from '#contracts/mail.ts'
import { type Caller, signedInAs } from '#testing/factories/users.ts'
import { refusal, type SmtpTestServer, startSmtpServer } from '#testing/smtp-server.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const CONFIG = {
  isActive: true,
  smtpConfig: {
    ...{ host: 'smtp.example.com', port: 465, secure: true, username: 'sender@example.com', password: 'a secret' },
    ...{ fromName: '智鉴', fromEmail: 'from@example.com' },
  },
  recipients: {
    consultation: [{ name: '王顾问', email: 'wang@example.com', department: '咨询部门', isActive: true }],
    submission: [{ name: '李经理', email: 'li@example.com', department: '产品部门', isActive: false }],
  },
  templates: { consultation: { subject: '{{companyName}}', htmlTemplate: '<p>{{ requirements }}</p>' } },
}

onEveryDatabase('the mail settings', (app) => {
  let admin: Caller
  let viewer: Caller
  let reviewer: Caller
  beforeAll(async () => {
    admin = await signedInAs(app(), 'super_admin')
    viewer = await signedInAs(app(), 'viewer')
    reviewer = await signedInAs(app(), 'reviewer')
  })

  const call = (method: 'GET' | 'POST', url: string, by: Caller | undefined, payload?: object, headers = {}) =>
    app().server.inject({ method, url, headers: { ...by?.headers, ...headers }, ...(payload && { payload }) })
  const read = (by: Caller = admin) => call('GET', '/api/email/config', by)
  const save = (more: object = {}, headers = {}) =>
    call('POST', '/api/email/config', admin, { ...CONFIG, ...more }, headers)
  const password = () => app().services.mail.configuration.password()
  const lastAct = async () =>
    (await app().services.audit.list({ page: 1, user: '', action: 'mail.update' }, true)).entries[0]

  it('has defaults before anything is saved', async () => {
    const reply = await read()
    expect([reply.statusCode, reply.headers.etag]).toEqual([200, '"0"'])
    const empty = { subject: '', htmlTemplate: '' }
    expect(reply.json().data).toEqual({
      ...{ _id: 'default', isActive: false, lastTestResult: null },
      smtpConfig: {
        ...{ host: '', port: 587, secure: false, username: '', fromName: '智鉴', fromEmail: '', passwordSet: false },
      },
      recipients: { consultation: [], submission: [] },
      templates: Object.fromEntries(TEMPLATE_NAMES.map((name) => [name, empty])),
    })
  })

  it('keeps what is saved, the password out of sight and encrypted', async () => {
    const reply = await save()
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { success: true, data: { _id: 'default' }, message: '邮件配置保存成功！' },
    ])
    const { data } = (await read()).json()
    const { password: _, ...smtpConfig } = CONFIG.smtpConfig
    expect(data).toMatchObject({ isActive: true, recipients: CONFIG.recipients })
    expect(data.smtpConfig).toEqual({ ...smtpConfig, passwordSet: true })
    expect(await password()).toBe('a secret')
    const rows = await app().database.read.selectFrom('mailConfigs').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('a secret')
    expect(await lastAct()).toMatchObject({
      user: { name: 'super_admin' },
      detail:
        '启用邮件服务；服务器：smtp.example.com:465（TLS）；用户名；发件人；咨询收件人：1人；提交收件人：1人；模板：选型咨询通知；SMTP密码',
    })
  })

  it.each([[''], [undefined]])('keeps the old password where the new one is %j', async (blank) => {
    await save()
    expect((await save({ smtpConfig: { ...CONFIG.smtpConfig, password: blank } })).statusCode).toBe(200)
    expect(await password()).toBe('a secret')
    expect((await lastAct())?.detail).toBe('')
    await save({ smtpConfig: { ...CONFIG.smtpConfig, password: 'another' } })
    expect([await password(), (await lastAct())?.detail]).toEqual(['another', 'SMTP密码'])
  })

  it.each([
    ['a number', 2525, 2525],
    ['digits', '465', 465],
    ['no number', 'smtp', 587],
    ['empty', '', 587],
    ['null', null, 587],
    ['absent', undefined, 587],
  ])('takes a port that is %s', async (_, port, kept) => {
    await save({ smtpConfig: { ...CONFIG.smtpConfig, port } })
    expect((await read()).json().data.smtpConfig.port).toBe(kept)
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
    const before = (await read()).json()
    const reply = await save(wrong)
    expect([reply.statusCode, reply.json()]).toEqual([400, { success: false, message, errors: [{ path, message }] }])
    expect((await read()).json()).toEqual(before)
  })

  it('refuses to overwrite what somebody else has saved meanwhile', async () => {
    const etag = String((await read()).headers.etag)
    expect((await save({}, { 'if-match': etag })).statusCode).toBe(200)
    const reply = await save({ isActive: false }, { 'if-match': etag })
    expect([reply.statusCode, reply.json().message]).toEqual([412, '内容已被其他管理员更新，请刷新后再保存'])
    expect((await read()).json().data.isActive).toBe(true)
    const [one, other] = await Promise.all(
      [1, 2].map(async () => save({}, { 'if-match': String((await read()).headers.etag) })),
    )
    expect([one?.statusCode, other?.statusCode]).toContain(200)
  })

  it('shows a viewer no person', async () => {
    await save()
    const reply = await read(viewer)
    expect(reply.statusCode).toBe(200)
    expect(reply.body).not.toMatch(/wang|王顾问|li@|李经理|sender@|from@/)
    expect(reply.json().data.recipients.consultation).toEqual([
      { name: '', email: '', department: '咨询部门', isActive: true },
    ])
    expect((await call('POST', '/api/email/config', viewer, CONFIG)).statusCode).toBe(403)
    expect((await read(reviewer)).statusCode).toBe(403)
    expect((await call('GET', '/api/email/config', undefined)).statusCode).toBe(401)
  })

  describe('a test mail', () => {
    let server: SmtpTestServer
    beforeAll(async () => {
      server = await startSmtpServer({
        disabledCommands: ['STARTTLS'],
        allowInsecureAuth: true,
        onAuth: (auth, _session, done) =>
          auth.password === 'a secret' ? done(null, { user: auth.username }) : done(refusal(535, '5.7.8 wrong')),
      })
    })
    afterAll(() => server.close())

    const test = (more: object = {}, by: Caller | undefined = admin) =>
      call('POST', '/api/email/test', by, {
        smtpConfig: { ...CONFIG.smtpConfig, host: 'localhost', port: server.port, secure: false, ...more },
        testEmail: 'from@example.com',
      })
    const lastTest = async (by: Caller = admin) => (await read(by)).json().data.lastTestResult

    it('is sent by what is not saved yet, and its result is kept with the server’s words', async () => {
      await save()
      const reply = await test({ password: '' })
      expect([reply.statusCode, reply.json().message]).toEqual([200, '测试邮件发送成功！'])
      expect(server.mails).toMatchObject([{ to: ['from@example.com'], user: 'sender@example.com' }])
      const testTime = app().clock.now().toISOString()
      expect(await lastTest()).toEqual({
        ...{ success: true, testTime, message: '邮件服务器已接收测试邮件：250 kept as 4711' },
      })
      expect((await read()).json().data.smtpConfig.host).toBe('smtp.example.com')
      expect((await lastTest(viewer)).message).toBe('')
    })

    it('says the server’s own words where it fails, and never the password', async () => {
      const reply = await test({ password: 'a wrong one' })
      expect([reply.statusCode, reply.json()]).toEqual([
        400,
        { success: false, message: '登录邮件服务器失败：535 5.7.8 wrong' },
      ])
      expect(await lastTest()).toMatchObject({ success: false, message: '登录邮件服务器失败：535 5.7.8 wrong' })
      const { entries } = await app().services.audit.list({ page: 1, user: '', action: 'mail.test' }, true)
      expect(entries[0]).toMatchObject({
        ...{ target: `localhost:${server.port}`, detail: '失败：登录邮件服务器失败：535 5.7.8 wrong' },
      })
      expect(JSON.stringify(entries)).not.toContain('wrong one')
    })

    it('keeps its result through a save, and changes no revision', async () => {
      await save()
      const { etag } = (await read()).headers
      await test()
      expect((await read()).headers.etag).toBe(etag)
      await save()
      expect(await lastTest()).toMatchObject({ success: true })
    })

    it('needs a server first, and an address', async () => {
      const reply = await test({ host: ' ' })
      expect([reply.statusCode, reply.json()]).toEqual([
        400,
        {
          ...{ success: false, message: '请先配置SMTP服务器' },
          errors: [{ path: 'smtpConfig.host', message: '请先配置SMTP服务器' }],
        },
      ])
      const none = await call('POST', '/api/email/test', admin, { smtpConfig: { host: 'localhost' } })
      expect([none.statusCode, none.json().errors[0].path]).toEqual([400, 'testEmail'])
    })

    it.each([
      ['127.0.0.1', 25],
      ['10.0.0.1', 25],
      ['169.254.169.254', 587],
      ['2130706433', 25],
      ['::1', 25],
      ['1.1.1.1', 80],
    ])('speaks to no inner network and no other port: %s:%i', async (host, port) => {
      const reply = await test({ host, port })
      expect([reply.statusCode, reply.json().message]).toEqual([
        400,
        `不允许连接该服务器：地址属于内网或保留网段，或端口不是邮件端口：${host}:${port}`,
      ])
    })

    it('is for who may change the settings', async () => {
      expect((await test({}, viewer)).statusCode).toBe(403)
      expect((await test({}, reviewer)).statusCode).toBe(403)
    })
  })

  describe('a preview', () => {
    const preview = (template: object, by: Caller = viewer) => call('POST', '/api/email/preview', by, template)

    it('is filled with samples', async () => {
      const reply = await preview({
        ...{ name: 'submission', subject: '新提交：{{productName}}', htmlTemplate: '<p>{{ companyName }}</p>' },
      })
      expect(reply.json().data).toEqual({
        ...{ subject: '新提交：示例智能体', html: '<p>示例集团</p>', text: '示例集团' },
      })
    })

    it('runs, loads and leads nowhere', async () => {
      const htmlTemplate =
        '<script>a()</script><img src="http://t.example/x.png" onerror="a()"><iframe src="/"></iframe>' +
        '<a href="javascript:a()" style="color: red">x</a><form action="/"><input></form><style>p{}</style>' +
        '<p style="background: url(http://t.example)">y</p><svg onload="a()"></svg><meta http-equiv="refresh">'
      const { html } = (await preview({ name: 'consultation', subject: 'x', htmlTemplate })).json().data
      expect(html).toBe(
        '<img /><a data-style="color: red" href="#" title="javascript:a()">x</a>' +
          '<p data-style="background: url(http://t.example)">y</p>',
      )
    })

    it('names an unknown variable at its field, and an unknown template', async () => {
      const reply = await preview({ name: 'submission', subject: 'x', htmlTemplate: '{{requirements}}' })
      expect([reply.statusCode, reply.json().errors]).toEqual([
        400,
        [{ path: 'htmlTemplate', message: '模板中有未知的变量：{{requirements}}' }],
      ])
      expect((await preview({ name: 'other' })).statusCode).toBe(400)
      expect((await preview({ name: 'submission' }, reviewer)).statusCode).toBe(403)
    })

    it.each(TEMPLATE_NAMES)('shows our letter %s, with every sample in it', async (name) => {
      const reply = await preview({ name, ...DEFAULT_TEMPLATES[name] })
      expect(reply.statusCode).toBe(200)
      const { subject, html, text } = reply.json().data
      expect(`${subject}${html}${text}`).not.toMatch(/\{\{|undefined|<td><\/td>/)
      expect(text).toMatch(/示例/)
    })
  })

  describe('the outbox', () => {
    const list = (query = '', by: Caller = admin) => call('GET', `/api/email/outbox${query}`, by)

    beforeAll(async () => {
      await save()
      for (let at = 0; at < 23; at += 1) {
        app().clock.advance(1)
        await app().database.write((write) =>
          app().services.mail.queue(write, {
            ...{ kind: 'passwordReset', to: { name: '陈女士', email: `p${at}@example.com` } },
            ...{ subject: `重置 ${at}`, html: '<a href="https://zhijian.test/#token=secret">重置</a>' },
          }),
        )
      }
      await app().database.write(({ tx }) =>
        tx
          .updateTable('outbox')
          .set({ state: 'failed', lastError: '550 <p0@example.com> unknown', nextAttemptAt: null })
          .where('toEmail', '=', 'p0@example.com')
          .execute(),
      )
    })

    it('lists the newest first, twenty a page, with the counts', async () => {
      const first = (await list()).json()
      expect(first.data.length).toBe(20)
      expect(first.data[0]).toMatchObject({ kind: 'passwordReset', to: 'p22@example.com', subject: '重置 22' })
      expect([first.counts, first.pagination]).toEqual([
        { waiting: 22, sent: 0, failed: 1 },
        { current: 1, total: 2, limit: 20, totalItems: 23 },
      ])
      expect((await list('?page=2')).json().data).toHaveLength(3)
      const failed = (await list('?state=failed')).json()
      expect([failed.data.length, failed.pagination.totalItems]).toEqual([1, 1])
    })

    it('never shows what a mail says', async () => {
      expect((await list()).body).not.toContain('token')
    })

    it('shows a viewer no address and no subject', async () => {
      const reply = await list('?state=failed', viewer)
      expect(reply.json().data[0]).toMatchObject({
        ...{ to: 'p***@example.com', subject: '', lastError: '550 <p***@example.com> unknown' },
      })
      const { id } = reply.json().data[0]
      expect((await call('POST', `/api/email/outbox/${id}/retry`, viewer)).statusCode).toBe(403)
    })

    it.each(['?state=lost', '?page=0', '?page=x'])('refuses %s', async (query) => {
      expect((await list(query)).statusCode).toBe(400)
    })
  })
})
