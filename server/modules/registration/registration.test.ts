import { describe, expect, it } from 'vitest'
import { PASSWORD as LENGTHS } from '#contracts/limits.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { saveSecurityForTest } from '#testing/factories/settings.ts'
import { createUser, PASSWORD, signIn } from '#testing/factories/users.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('registration', (app) => {
  const register = (payload: Record<string, unknown>) =>
    app().server.inject({
      method: 'POST',
      url: '/api/auth/register',
      payload: { name: '赵六', password: PASSWORD, ...payload },
    })

  it('rejects a role, a status and an id in the payload', async () => {
    const reply = await register({ email: 'grab@example.com', role: 'super_admin', status: 'active', _id: 'mine' })
    expect(toResult(reply)).toEqual({
      status: 400,
      success: false,
      message: '请求中有不认识的字段：role、status、_id',
      errors: ['role', 'status', '_id'].map((path) => ({ path, message: '不认识的字段' })),
    })
  })

  it('creates a member, and signs in', async () => {
    const reply = await register({ email: 'Zhao@Example.com', company: '某制造' })
    expect(toResult(reply)).toMatchObject({
      status: 200,
      success: true,
      message: '注册成功',
      token: expect.stringMatching(/^[\w-]{43}$/),
      user: { email: 'zhao@example.com', username: 'zhao', role: 'member', status: 'active', company: '某制造' },
      session: { current: true },
    })
    expect((await signIn(app(), 'zhao')).user.name).toBe('赵六')
  })

  it('rejects an email address that is taken, in any letter case', async () => {
    await createUser(app(), { email: 'taken@example.com' })
    const reply = await register({ email: 'Taken@EXAMPLE.com' })
    const message = '该邮箱已注册'
    expect(toResult(reply)).toEqual({ status: 409, success: false, message, errors: [{ path: 'email', message }] })
  })

  it('creates one account from two concurrent registrations', async () => {
    const replies = await Promise.all([
      register({ email: 'both@example.com' }),
      register({ email: 'BOTH@example.com' }),
    ])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })

  it.each([
    ['a blank email address', { email: '' }, { path: 'email', message: '请输入邮箱地址' }],
    [
      'an email address without a top-level domain',
      { email: 'a@b' },
      { path: 'email', message: '请输入有效的邮箱地址' },
    ],
    ['a password that is too short', { password: '12345' }, { path: 'password', message: '密码长度至少为6位' }],
    [
      'a password that is too long',
      { password: 'x'.repeat(LENGTHS.max + 1) },
      { path: 'password', message: '密码最长128位' },
    ],
    ['no password', { password: undefined }, { path: 'password', message: '请输入密码' }],
    ['a blank password', { password: '' }, { path: 'password', message: '请输入密码' }],
    ['a blank name', { name: ' ' }, { path: 'name', message: '请输入姓名' }],
    ['a name that is too long', { name: '长'.repeat(61) }, { path: 'name', message: '最多60个字符' }],
    ['a phone number that is not text', { phone: 13800000000 }, { path: 'phone', message: '应为文本' }],
    ['NUL in the company', { company: '\0' }, { path: 'company', message: MESSAGES.unstorableText }],
  ])('rejects %s', async (_, fields, error) => {
    const reply = await register({ email: 'new@example.com', ...fields })
    expect(toResult(reply)).toMatchObject({ status: 400, errors: [error] })
  })

  it('stores hostile texts unchanged', async () => {
    const texts = { name: "'; drop table users; --", company: '<script>alert(1)</script>', position: '{{7*7}} \u200f' }
    const reply = await register({ email: "o'brien+x@example.com", ...texts })
    expect(reply.json().user).toMatchObject({ ...texts, email: "o'brien+x@example.com" })
  })

  it('rejects registration while it is closed', async () => {
    await saveSecurityForTest(app(), { enableRegistration: false })
    const reply = await register({ email: 'late@example.com' })
    expect(toResult(reply)).toMatchObject({ status: 403, message: '当前未开放注册' })
  })
})

onEveryDatabase('first super_admin', (app) => {
  describe('on an empty database', () => {
    it('is created by one of several nodes starting concurrently, and only once', async () => {
      const { identity } = app().services
      const results = await Promise.all([1, 2, 3].map(() => identity.ensureFirstAdmin({})))
      const createdAdmins = results.filter((admin) => admin !== undefined)
      expect(createdAdmins).toEqual([{ email: 'admin@zhijian.local', password: expect.stringMatching(/^[\w-]{24}$/) }])
      expect(await identity.ensureFirstAdmin({ email: 'second@example.com', password: PASSWORD })).toBeUndefined()

      const { user } = await signIn(app(), 'admin', createdAdmins[0]?.password)
      expect(user).toMatchObject({ role: 'super_admin', status: 'active', username: 'admin' })
    })
  })
})

onEveryDatabase('first super_admin from the environment', (app) => {
  it('has the configured email address and password, which is not logged', async () => {
    const { identity } = app().services
    const value = { email: 'CIO@example.com', password: PASSWORD }
    expect(await identity.ensureFirstAdmin(value)).toEqual({ email: 'cio@example.com', password: undefined })
    expect((await signIn(app(), 'cio')).user.role).toBe('super_admin')
  })
})
