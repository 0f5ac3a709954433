import { beforeEach, describe, expect, it } from 'vitest'
import type { SignedIn } from '#contracts/identity/account.ts'
import { PASSWORD as LENGTHS, LOGIN_ATTEMPTS } from '#contracts/limits.ts'
import { saveSecurityForTest } from '#testing/factories/settings.ts'
import { bearer, createUser, PASSWORD, signIn } from '#testing/factories/users.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const NEW_PASSWORD = 'another horse'
/** The wrong passwords that the default settings allow without a delay. */
const ALLOWED_FAILURES = 5
/** Has the format of a token, but belongs to no session. */
const UNKNOWN_TOKEN = 'x'.repeat(43)
const TOO_LONG = 'x'.repeat(LENGTHS.max + 1)

onEveryDatabase('changing the caller’s own password', (app) => {
  let count = 0
  let session: SignedIn

  const change = (payload: object, token = session.token) =>
    app().server.inject({ method: 'PUT', url: '/api/auth/password', headers: bearer(token), payload })
  const isActive = async ({ token }: SignedIn) =>
    (await app().server.inject({ method: 'GET', url: '/api/auth/me', headers: bearer(token) })).statusCode === 200
  const login = (password: string) =>
    app().server.inject({ method: 'POST', url: '/api/auth/login', payload: { email: session.user.email, password } })

  beforeEach(async () => {
    // The failed attempts of the previous test no longer count.
    app().clock.advance(LOGIN_ATTEMPTS.windowMs + 1)
    count += 1
    session = await signIn(
      app(),
      (await createUser(app(), { email: `owner-${count}@example.com`, name: '赵六' })).email,
    )
  })

  it('replaces the old password', async () => {
    const reply = await change({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD })
    expect(reply.json()).toEqual({ success: true, data: null, message: '密码已修改，其他设备已退出登录' })
    expect((await login(PASSWORD)).statusCode).toBe(401)
    expect((await login(NEW_PASSWORD)).statusCode).toBe(200)
  })

  it('ends the other sessions, but not the current one', async () => {
    const other = await signIn(app(), session.user.email)
    await change({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD })
    expect(await isActive(session)).toBe(true)
    expect(await isActive(other)).toBe(false)
  })

  it('is audited once', async () => {
    await change({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD })
    const entries = (await listAudit(app(), 'auth.password')).filter(({ user }) => user?.id === session.user._id)
    expect(entries).toMatchObject([{ target: '赵六', detail: '' }])
  })

  it('rejects a wrong current password on its field, and changes nothing', async () => {
    const other = await signIn(app(), session.user.email)
    const reply = await change({ currentPassword: 'wrong', newPassword: NEW_PASSWORD })
    const message = '当前密码不正确'
    expect(toResult(reply)).toEqual({
      status: 400,
      success: false,
      message,
      errors: [{ path: 'currentPassword', message }],
    })
    expect(await isActive(session)).toBe(true)
    expect(await isActive(other)).toBe(true)
    expect((await login(PASSWORD)).statusCode).toBe(200)
  })

  it('delays further attempts after wrong passwords, but not signing in from the same IP address', async () => {
    for (let time = 0; time < ALLOWED_FAILURES; time += 1)
      expect((await change({ currentPassword: 'wrong', newPassword: NEW_PASSWORD })).statusCode).toBe(400)
    const delayed = await change({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD })
    expect({ status: delayed.statusCode, retryAfter: delayed.headers['retry-after'] }).toEqual({
      status: 429,
      retryAfter: '30',
    })
    expect((await login(PASSWORD)).statusCode).toBe(200)
    app().clock.advance(LOGIN_ATTEMPTS.firstWaitMs)
    expect((await change({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD })).statusCode).toBe(200)
  })

  it.each([
    ['no passwords', {}, ['currentPassword', 'newPassword']],
    [
      'a blank current and a too short new password',
      { currentPassword: '', newPassword: '12345' },
      ['currentPassword', 'newPassword'],
    ],
    ['a new password that is too short', { currentPassword: PASSWORD, newPassword: '12345' }, ['newPassword']],
    ['a new password that is too long', { currentPassword: PASSWORD, newPassword: TOO_LONG }, ['newPassword']],
    [
      'a current password that is too long',
      { currentPassword: TOO_LONG, newPassword: NEW_PASSWORD },
      ['currentPassword'],
    ],
    [
      'passwords that are not text',
      { currentPassword: { $ne: '' }, newPassword: 1234567 },
      ['currentPassword', 'newPassword'],
    ],
  ])('rejects %s', async (_, payload, paths) => {
    const reply = await change(payload)
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors.map(({ path }: { path: string }) => path)).toEqual(paths)
  })

  it.each([
    ['a common password, in any letter case', 'Qwerty123', '这个密码太常见，容易被猜到，请换一个'],
    ['the current password', PASSWORD, '新密码不能与当前密码相同'],
    ['a repeated group', 'abababab', '密码不能是同一组字符的重复'],
  ])('rejects %s as the new password', async (_, newPassword, message) => {
    const reply = await change({ currentPassword: PASSWORD, newPassword })
    expect(toResult(reply)).toMatchObject({ status: 400, errors: [{ path: 'newPassword', message }] })
  })

  it('rejects the name of the user as the new password', async () => {
    await app().server.inject({
      method: 'PUT',
      url: '/api/auth/profile',
      headers: bearer(session.token),
      payload: { name: '欧阳娜娜女士' },
    })
    const reply = await change({ currentPassword: PASSWORD, newPassword: '欧阳娜娜女士2026' })
    const message = '密码不能是姓名、邮箱或网站名称'
    expect(toResult(reply)).toMatchObject({ status: 400, errors: [{ path: 'newPassword', message }] })
  })

  it('applies the minimum length in the settings', async () => {
    await saveSecurityForTest(app(), { passwordMinLength: 14 })
    const reply = await change({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD })
    expect(reply.json().errors).toEqual([{ path: 'newPassword', message: '密码长度至少为14位' }])
  })

  it('rejects anonymous requests', async () => {
    const payload = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    expect((await app().server.inject({ method: 'PUT', url: '/api/auth/password', payload })).statusCode).toBe(401)
    expect((await change(payload, UNKNOWN_TOKEN)).statusCode).toBe(401)
  })

  describe.each([
    "'; drop table users; --",
    '<script>alert(1)</script>',
    '{{7*7}}',
    '\u202e密码🀄\r\nx',
    ' p a s s ',
    `${'x'.repeat(100)}!`,
  ])('the text %j', (text) => {
    it('is rejected as the current password', async () => {
      expect((await change({ currentPassword: text, newPassword: NEW_PASSWORD })).statusCode).toBe(400)
    })

    it('is accepted as a new password', async () => {
      expect((await change({ currentPassword: PASSWORD, newPassword: text })).statusCode).toBe(200)
      expect((await login(text)).statusCode).toBe(200)
    })
  })
})
