import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#contracts/durations.ts'
import { SETTINGS_PARTS, SettingsSchema } from '#contracts/settings/settings.ts'
import { type Caller, createSignedInUser, createUser, SUPER_ADMIN, signIn } from '#testing/factories/users.ts'
import { toResult } from '#testing/result.ts'
import { runWhileLocked } from '#testing/run-while-locked.ts'
import { send } from '#testing/send.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { SETTINGS_TOPIC } from './service.ts'

onEveryDatabase('settings', (app) => {
  let admin: Caller
  let viewer: Caller
  let editor: Caller
  beforeAll(async () => {
    admin = await createSignedInUser(app(), 'super_admin')
    viewer = await createSignedInUser(app(), 'viewer')
    editor = await createSignedInUser(app(), 'editor')
  })
  // The settings are one for the whole platform: each test begins without any that are saved.
  beforeEach(() =>
    app().database.write(async ({ db, publish }) => {
      await db.deleteFrom('settings').execute()
      publish(SETTINGS_TOPIC)
    }),
  )

  const read = (caller: Caller | null = admin) =>
    app().server.inject({ method: 'GET', url: '/api/settings', headers: caller?.headers ?? {} })
  const put = (part: string, payload: object, headers: Record<string, string> = {}, caller: Caller | null = admin) =>
    app().server.inject({
      method: 'PUT',
      url: `/api/settings/${part}`,
      payload,
      headers: { ...caller?.headers, ...headers },
    })
  const readSite = async () => (await send(app().server, '/api/site')).json().data
  const listAuditEntries = async () =>
    (await app().services.audit.listRecentChanges(5, SUPER_ADMIN)).map(({ action, target, detail }) => [
      action,
      target,
      detail,
    ])

  it('returns the specified defaults', async () => {
    const { data } = (await read()).json()
    expect(data).toEqual({
      ...SettingsSchema.parse({}),
      revisions: Object.fromEntries(Object.keys(SETTINGS_PARTS).map((part) => [part, expect.any(Number)])),
    })
    expect(data).toMatchObject({
      security: {
        enableRegistration: true,
        requireEmailVerification: true,
        enableTwoFactor: false,
        sessionTimeout: 30,
        maxLoginAttempts: 5,
      },
      content: {
        autoApproveProducts: false,
        requireManualReview: true,
        maxFileSize: 10,
        allowedFileTypes: ['pdf', 'doc', 'docx', 'jpg', 'png', 'mp4'],
      },
    })
  })

  it('stores a save and publishes it immediately', async () => {
    expect((await readSite()).siteName).toBe('智鉴')
    const { revisions } = (await read()).json().data
    const reply = await put('general', { siteName: ' 明鉴 ', contactEmail: 'cio@example.com' })
    expect({ status: reply.statusCode, etag: reply.headers.etag, message: reply.json().message }).toEqual({
      status: 200,
      etag: `"${revisions.general + 1}"`,
      message: '设置已保存',
    })
    expect(reply.json().data).toEqual({
      siteName: '明鉴',
      siteDescription: '企业智能体展示与评估平台',
      contactEmail: 'cio@example.com',
      contactPhone: '',
    })
    expect((await readSite()).siteName).toBe('明鉴')
    expect((await read()).json().data.revisions).toEqual({ ...revisions, general: revisions.general + 1 })
    expect((await listAuditEntries())[0]).toEqual([
      'settings.update',
      '基本设置',
      '网站名称：智鉴 → 明鉴；联系邮箱：（空） → cio@example.com',
    ])
  })

  it('retains omitted fields, and creates no revision if nothing changes', async () => {
    await put('general', { siteName: '明鉴' })
    const reply = await put('general', { contactPhone: '400-1' })
    expect(reply.json().data).toMatchObject({ siteName: '明鉴', contactPhone: '400-1' })
    const unchanged = await put('general', { contactPhone: '400-1' })
    expect({ status: unchanged.statusCode, etag: unchanged.headers.etag }).toEqual({
      status: 200,
      etag: reply.headers.etag,
    })
  })

  it('rejects a save based on an older revision', async () => {
    const { revisions } = (await read()).json().data
    const current = `"${revisions.notifications}"`
    expect((await put('notifications', { weeklyReports: true }, { 'if-match': current })).statusCode).toBe(200)
    const stale = await put('notifications', { emailNotifications: false }, { 'if-match': current })
    expect(toResult(stale)).toMatchObject({ status: 412, message: '设置已被其他管理员更新，请核对后再保存' })
    expect((await read()).json().data.notifications).toMatchObject({ emailNotifications: true, weeklyReports: true })
    expect((await read()).json().data.revisions.notifications).toBe(revisions.notifications + 1)
  })

  it('accepts only one of several concurrent saves of the same revision', async () => {
    const { revisions } = (await read()).json().data
    const headers = { 'if-match': `"${revisions.content}"` }
    const replies = await Promise.all([20, 21, 22].map((maxFileSize) => put('content', { maxFileSize }, headers)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412, 412])
    expect((await read()).json().data.revisions.content).toBe(revisions.content + 1)
  })

  it('does not overwrite a part that is re-encrypted during its save', async () => {
    expect((await put('notifications', { userRegistrationAlerts: true })).statusCode).toBe(200)
    const reply = await runWhileLocked(app().database, {
      lock: ({ lock }) => lock(SETTINGS_TOPIC),
      run: () => put('notifications', { emailNotifications: false }),
      change: ({ db }) =>
        db
          .updateTable('settings')
          .set({ valueJson: JSON.stringify({ weeklyReports: true }) })
          .where('part', '=', 'notifications')
          .execute(),
    })
    expect(reply.statusCode).toBe(200)
    expect((await read()).json().data.notifications).toMatchObject({ emailNotifications: false, weeklyReports: true })
  })

  it('saves different parts concurrently', async () => {
    const replies = await Promise.all([
      put('content', { maxFileSize: 10 }),
      put('security', { sessionTimeout: 45 }),
      put('notifications', { weeklyReports: false }),
      put('general', { siteName: '智鉴' }),
    ])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  })

  it.each([
    ['a blank site name', 'general', { siteName: ' ' }, 'siteName', '请输入网站名称'],
    ['a site name that is too long', 'general', { siteName: '名'.repeat(61) }, 'siteName', '最多60个字符'],
    ['NUL in the site name', 'general', { siteName: 'a\u0000' }, 'siteName', '包含无法保存的字符，请删除后重试'],
    ['an invalid contact address', 'general', { contactEmail: 'nobody' }, 'contactEmail', '请输入有效的邮箱地址'],
    ['a session timeout that is too short', 'security', { sessionTimeout: 4 }, 'sessionTimeout', '不能小于5'],
    ['a session timeout that is not an integer', 'security', { sessionTimeout: 30.5 }, 'sessionTimeout', '应为整数'],
    ['no sign-in attempts', 'security', { maxLoginAttempts: 0 }, 'maxLoginAttempts', '不能小于1'],
    ['text instead of a boolean', 'security', { enableTwoFactor: 'yes' }, 'enableTwoFactor', '应为是或否'],
    ['null instead of a boolean', 'notifications', { weeklyReports: null }, 'weeklyReports', '应为是或否'],
    [
      'an incomplete ICP number',
      'legal',
      { icpNumber: '12345678' },
      'icpNumber',
      '请输入完整的ICP备案号，如京ICP备12345678号-1',
    ],
    [
      'an incomplete police number',
      'legal',
      { policeNumber: '11010502000001' },
      'policeNumber',
      '请输入完整的公安备案号，如京公网安备11010102000001号',
    ],
    ['null instead of text', 'legal', { terms: null }, 'terms', '应为文本'],
    ['a file size that is too large', 'content', { maxFileSize: 51 }, 'maxFileSize', '不能大于50'],
    [
      'a file type that is not allowed',
      'content',
      { allowedFileTypes: ['exe'] },
      'allowedFileTypes.0',
      '只能是：pdf、doc、docx、txt、jpg、png、mp4',
    ],
  ])('rejects %s', async (_, part, payload, path, message) => {
    const before = (await read()).json().data
    const reply = await put(part, payload)
    expect(toResult(reply)).toMatchObject({ status: 400, errors: [{ path, message }] })
    expect((await read()).json().data).toEqual(before)
  })

  it('publishes legal texts with a version, and filings', async () => {
    const readLegalTexts = async () => (await send(app().server, '/api/legal')).json().data
    const before = await readLegalTexts()
    expect(before.privacyPolicy).toContain('［运营单位名称］')
    const reply = await put('legal', {
      operatorName: '甲 & 乙公司',
      icpNumber: '京ICP备12345678号-1',
      policeNumber: '京公网安备11010102000001号',
      terms: '<p onclick="x()">［运营单位名称］与您约定</p><script>x()</script>',
    })
    expect({ status: reply.statusCode, terms: reply.json().data.terms }).toEqual({
      status: 200,
      terms: '<p>［运营单位名称］与您约定</p>',
    })
    const { version, privacyPolicy, terms } = await readLegalTexts()
    expect({ version, terms }).toEqual({ version: before.version + 1, terms: '<p>甲 &amp; 乙公司与您约定</p>' })
    expect(privacyPolicy).not.toContain('［运营单位名称］')
    expect(await readSite()).toMatchObject({
      operatorName: '甲 & 乙公司',
      icpNumber: '京ICP备12345678号-1',
      policeNumber: '京公网安备11010102000001号',
    })
    const [[, target, detail] = []] = await listAuditEntries()
    expect({ target, detail }).toEqual({
      target: '协议与备案',
      detail: expect.stringMatching(
        /^运营单位：（空） → 甲 & 乙公司；.*；用户协议：（\d+字） → <p>［运营单位名称］与您约定<\/p>$/,
      ),
    })
  })

  it('saves a long text that replaces one of the same length', async () => {
    for (const letter of ['甲', '乙']) await put('legal', { terms: `<p>${letter.repeat(2_000)}</p>` })
    expect((await read()).json().data.legal.terms).toContain('乙')
  })

  it('hides alarm targets from users who cannot change them, including in the audit log', async () => {
    const saved = await put('alarms', {
      alarmRecipients: 'ops@example.com; duty@example.com',
    })
    expect(saved.json().data).toMatchObject({ alarmRecipients: 'ops@example.com，duty@example.com' })
    for (const [url, placeholder] of [
      ['/api/settings', '已隐藏'],
      ['/api/audit', '告警收件人'],
    ] as const) {
      const { body: text } = await app().server.inject({ url, headers: viewer.headers })
      expect(text).toContain(placeholder)
      expect(text).not.toMatch(/ops@/)
    }
  })

  it('rejects an alarm recipient that is not an email address', async () => {
    const rejected = await put('alarms', { alarmRecipients: 'ops@example.com; 值班@example.com' })
    expect(rejected.json().errors).toEqual([{ path: 'alarmRecipients', message: expect.stringContaining('邮箱') }])
  })

  it('rejects unknown parts', async () => {
    expect((await put('logo', { logoUrl: '/x' })).statusCode).toBe(400)
    expect((await put('constructor', {})).statusCode).toBe(400)
  })

  it('allows viewers to read and only super administrators to save', async () => {
    expect((await read(viewer)).statusCode).toBe(200)
    expect((await read(editor)).statusCode).toBe(403)
    expect((await put('general', { siteName: '甲' }, {}, viewer)).statusCode).toBe(403)
    expect((await put('general', { siteName: '甲' }, {}, editor)).statusCode).toBe(403)
    expect((await read(null)).statusCode).toBe(401)
    expect((await put('general', { siteName: '甲' }, {}, null)).statusCode).toBe(401)
  })

  describe('a saved setting', () => {
    const login = (email: string, password: string) =>
      app().server.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })

    it('closes registration, visible to visitors', async () => {
      await put('security', { enableRegistration: false })
      expect((await readSite()).registrationOpen).toBe(false)
      const payload = { name: '甲', email: 'new@example.com', password: 'correct horse' }
      const rejected = await app().server.inject({ method: 'POST', url: '/api/auth/register', payload })
      expect(toResult(rejected)).toMatchObject({ status: 403, message: '当前未开放注册' })
      await put('security', { enableRegistration: true })
      expect((await readSite()).registrationOpen).toBe(true)
    })

    it('determines the session timeout of the next sign-in', async () => {
      await put('security', { sessionTimeout: 7 })
      await createUser(app(), { email: 'timed@example.com' })
      const { session } = await signIn(app(), 'timed@example.com')
      expect(Date.parse(session.expiresAt) - app().clock.now().getTime()).toBe(7 * MINUTE_MS)
    })

    it('limits the number of sign-in attempts', async () => {
      await put('security', { maxLoginAttempts: 2 })
      await createUser(app(), { email: 'tried@example.com' })
      const attempts = []
      for (let count = 0; count < 3; count += 1) attempts.push((await login('tried@example.com', 'wrong')).statusCode)
      expect(attempts).toEqual([401, 401, 429])
    })
  })
})
