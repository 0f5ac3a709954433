import type { InjectOptions } from 'fastify'
import { beforeEach, expect, it } from 'vitest'
import type { SignedIn } from '#contracts/identity/account.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import { createProducts } from '#testing/factories/products.ts'
import { bearer, type Caller, createSignedInUser, createUser, PASSWORD, signIn } from '#testing/factories/users.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { generateCode, getTimeStep } from './two-factor/one-time-codes.ts'

const TEMPORARY_PASSWORD = 'set by an admin'
const OWN_PASSWORD = 'chosen by the user'

onEveryDatabase('a password that an administrator sets', (app) => {
  let admin: Caller
  let session: SignedIn
  let count = 0

  const call = (method: InjectOptions['method'], url: string, headers: object, payload?: object) =>
    app().server.inject({ method, url, headers: { ...headers }, ...(payload ? { payload } : {}) })
  const change = (newPassword: string) =>
    call('PUT', '/api/auth/password', bearer(session.token), { currentPassword: TEMPORARY_PASSWORD, newPassword })

  beforeEach(async () => {
    count += 1
    admin = await createSignedInUser(app(), 'super_admin', `admin-${count}`)
    const email = `user-${count}@example.com`
    const fields = { name: '新同事', email, password: TEMPORARY_PASSWORD, role: 'editor' }
    expect((await call('POST', '/api/users', admin.headers, fields)).json().data.mustChangePassword).toBe(true)
    session = await signIn(app(), email, TEMPORARY_PASSWORD)
  })

  it('gives the reason when it rejects other calls', async () => {
    expect(session.user.mustChangePassword).toBe(true)
    expect(toResult(await call('GET', '/api/dashboard', bearer(session.token)))).toEqual({
      status: 403,
      success: false,
      message: '请先修改密码',
      reason: 'password-change-required',
    })
  })

  it('allows only changing the password and signing out', async () => {
    const guardedCalls = app().calls.filter(({ access }) => access !== 'public')
    const allowedCalls = []
    for (const { method, path, isAllowedBeforePasswordChange } of guardedCalls) {
      if (isAllowedBeforePasswordChange) allowedCalls.push(`${method} ${path}`)
      else {
        const reply = await call(method, path.replaceAll(/:\w+/g, 'x'), bearer(session.token))
        expect(reply.statusCode, `${method} ${path}`).toBe(403)
      }
    }
    expect(allowedCalls.sort()).toEqual([
      'GET /api/auth/me',
      'GET /api/auth/two-factor',
      'POST /api/auth/logout',
      'POST /api/auth/refresh-session',
      'PUT /api/auth/password',
    ])
  })

  it('returns the anonymous response from public endpoints', async () => {
    await createProducts(app(), 'ai', [{ name: `未上架的产品${count}`, isActive: false }])
    const reply = await call('GET', catalogueCalls.listAi.path, bearer(session.token))
    expect(reply.json().aiProducts).toEqual([])
  })

  it("can't be kept by its owner", async () => {
    expect((await change(TEMPORARY_PASSWORD)).json().errors[0].message).toBe('新密码不能与当前密码相同')
    expect((await call('GET', '/api/dashboard', bearer(session.token))).statusCode).toBe(403)
  })

  it('is replaced if its owner sets another password', async () => {
    expect((await change(OWN_PASSWORD)).statusCode).toBe(200)
    expect((await call('GET', '/api/dashboard', bearer(session.token))).statusCode).toBe(200)
    expect((await signIn(app(), session.user.email, OWN_PASSWORD)).user.mustChangePassword).toBe(false)
  })

  it.each([
    [
      'a reset',
      (id: string) =>
        call('PATCH', `/api/users/${id}/reset-password`, admin.headers, { newPassword: TEMPORARY_PASSWORD }),
    ],
    [
      'a change of the user',
      (id: string) => call('PUT', `/api/users/${id}`, admin.headers, { password: TEMPORARY_PASSWORD }),
    ],
  ])('is set again by %s', async (_, reset) => {
    await change(OWN_PASSWORD)
    expect((await reset(session.user._id)).statusCode).toBe(200)
    expect((await signIn(app(), session.user.email, TEMPORARY_PASSWORD)).user.mustChangePassword).toBe(true)
  })

  it('is rejected if it is common', async () => {
    const fields = { name: '甲', email: `other-${count}@example.com`, password: 'admin123', role: 'editor' }
    const reply = await call('POST', '/api/users', admin.headers, fields)
    const errors = [{ path: 'password', message: '这个密码太常见，容易被猜到，请换一个' }]
    expect(toResult(reply)).toMatchObject({ status: 400, errors })
  })
})

onEveryDatabase('the caller’s own email address', (app) => {
  it('can be changed only with the current password', async () => {
    const owner = await createSignedInUser(app(), 'super_admin', 'owner')
    const update = (payload: object) =>
      app().server.inject({ method: 'PUT', url: `/api/users/${owner.id}`, headers: owner.headers, payload })
    const email = 'moved@example.com'
    expect((await update({ email })).json().errors).toEqual([{ path: 'currentPassword', message: '请输入当前密码' }])
    expect((await update({ email, currentPassword: 'wrong' })).json().errors).toEqual([
      { path: 'currentPassword', message: '当前密码不正确' },
    ])
    // Only another letter case is no change.
    expect((await update({ email: 'OWNER@example.com', company: '某银行' })).statusCode).toBe(200)
    expect((await update({ email, currentPassword: PASSWORD })).json().data.email).toBe(email)
    // Those of others need no password.
    const other = await createUser(app(), { email: 'other@example.com' })
    const changed = { method: 'PUT', url: `/api/users/${other._id}`, headers: owner.headers } as const
    expect((await app().server.inject({ ...changed, payload: { email: 'b@example.com' } })).statusCode).toBe(200)
  })

  it('can be changed only with a code as well if two-factor sign-in is enabled', async () => {
    const owner = await createSignedInUser(app(), 'super_admin', 'careful')
    const send = (method: 'POST' | 'PUT', url: string, payload: object) =>
      app().server.inject({ method, url, headers: owner.headers, payload })
    const { secret } = (await send('POST', '/api/auth/two-factor', { password: PASSWORD })).json().data
    const code = generateCode(secret, getTimeStep(app().clock.now()))
    const { recoveryCodes } = (await send('POST', '/api/auth/two-factor/confirm', { code })).json().data
    const update = (payload: object) =>
      send('PUT', `/api/users/${owner.id}`, {
        email: 'careful.moved@example.com',
        currentPassword: PASSWORD,
        ...payload,
      })
    expect((await update({})).json().errors).toEqual([{ path: 'code', message: '请输入验证码' }])
    expect((await update({ code: '000000' })).json().errors).toEqual([
      { path: 'code', message: '验证码不正确或已使用过' },
    ])
    expect((await update({ code: recoveryCodes[0] })).json().data.email).toBe('careful.moved@example.com')
  })
})
