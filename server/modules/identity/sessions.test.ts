import type { InjectOptions } from 'fastify'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contracts/durations.ts'
import type { SignedIn } from '#contracts/identity/account.ts'
import { saveSecurityForTest } from '#testing/factories/settings.ts'
import { bearer, createUser, PASSWORD, signIn } from '#testing/factories/users.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

/** By default. */
const SESSION_TIMEOUT_MS = 30 * MINUTE_MS
const CREDENTIALS = { password: PASSWORD }

const createActor = (id: string) => ({ id, name: '管理员', role: 'super_admin' as const, ip: null })

onEveryDatabase('sessions', (app) => {
  let count = 0
  let current: SignedIn

  const call = (method: InjectOptions['method'], url: string, token: string, payload?: object) =>
    app().server.inject({ method, url, headers: bearer(token), ...(payload ? { payload } : {}) })
  const isActive = async ({ token }: SignedIn) => (await call('GET', '/api/auth/me', token)).statusCode === 200
  const createNextUser = async (fields: object = {}) => {
    count += 1
    return createUser(app(), { email: `user-${count}@example.com`, ...fields })
  }

  beforeEach(async () => {
    current = await signIn(app(), (await createNextUser()).email)
  })

  describe('the signed-in user', () => {
    it('is returned with the session', async () => {
      const reply = await call('GET', '/api/auth/me', current.token)
      expect(reply.json()).toEqual({ success: true, data: { user: current.user, sessionId: current.session.id } })
    })

    it('signs out', async () => {
      const other = await signIn(app(), current.user.email)
      const misunderstood = await call('POST', '/api/auth/logout', current.token, { allDevices: true })
      expect(misunderstood.json().errors).toEqual([{ path: 'allDevices', message: '不认识的字段' }])
      const reply = await call('POST', '/api/auth/logout', current.token)
      expect(reply.json()).toEqual({ success: true, data: null, message: '已退出登录' })
      expect(await isActive(current)).toBe(false)
      expect(await isActive(other)).toBe(true)
      expect((await call('POST', '/api/auth/logout', current.token)).statusCode).toBe(401)
    })
  })

  describe('profile', () => {
    it("updates a member's own fields", async () => {
      const fields = { name: ' 钱七 ', company: '某能源', position: 'CIO', phone: '010-65529988' }
      const reply = await call('PUT', '/api/auth/profile', current.token, fields)
      const user = { ...current.user, name: '钱七', company: '某能源', position: 'CIO', phone: '010-65529988' }
      expect(reply.json()).toEqual({ success: true, message: '资料已更新', data: user, user })
      expect((await call('GET', '/api/auth/me', current.token)).json().data.user).toEqual(user)
    })

    it.each(['role', 'status', 'email', '_id', 'password'])(
      "rejects the field %s, which isn't the member's",
      async (key) => {
        const reply = await call('PUT', '/api/auth/profile', current.token, {
          company: '别的公司',
          [key]: 'super_admin',
        })
        expect(reply.statusCode).toBe(400)
        expect(reply.json().errors).toEqual([{ path: key, message: '不认识的字段' }])
        expect((await call('GET', '/api/auth/me', current.token)).json().data.user.company).not.toBe('别的公司')
      },
    )

    it('leaves absent fields unchanged', async () => {
      await call('PUT', '/api/auth/profile', current.token, { company: '某能源', phone: '13800138000' })
      const reply = await call('PUT', '/api/auth/profile', current.token, { phone: '' })
      expect(reply.json().user).toMatchObject({ name: '张三', company: '某能源', phone: '' })
      expect((await call('PUT', '/api/auth/profile', current.token, {})).json().user).toEqual(reply.json().user)
    })

    it.each([
      ['a blank name', { name: '' }, { path: 'name', message: '请输入姓名' }],
      ['a phone number that is not text', { phone: null }, { path: 'phone', message: '应为文本' }],
      ['a phone number without digits', { phone: '没有' }, { path: 'phone', message: '请输入有效的联系电话' }],
      ['a position that is too long', { position: 'x'.repeat(201) }, { path: 'position', message: '最多200个字符' }],
    ])('rejects %s', async (_, fields, error) => {
      const reply = await call('PUT', '/api/auth/profile', current.token, fields)
      expect(toResult(reply)).toMatchObject({ status: 400, errors: [error] })
    })

    it('requires a session', async () => {
      const reply = await app().server.inject({ method: 'PUT', url: '/api/auth/profile', payload: { name: 'x' } })
      expect(toResult(reply)).toEqual({ status: 401, success: false, message: '未登录' })
    })
  })

  describe('expiry', () => {
    it("expires a session that isn't refreshed", async () => {
      app().clock.advance(SESSION_TIMEOUT_MS - 1)
      expect(await isActive(current)).toBe(true)
      app().clock.advance(1)
      expect(await isActive(current)).toBe(false)
    })

    it('extends a session on a refresh by the timeout in the settings', async () => {
      app().clock.advance((SESSION_TIMEOUT_MS * 2) / 3)
      const reply = await call('POST', '/api/auth/refresh-session', current.token, { sessionId: current.session.id })
      const expiresAt = new Date(app().clock.now().getTime() + SESSION_TIMEOUT_MS).toISOString()
      expect(reply.json()).toEqual({ valid: true, session: { ...current.session, expiresAt }, user: current.user })
      app().clock.advance((SESSION_TIMEOUT_MS * 2) / 3)
      expect(await isActive(current)).toBe(true)
    })

    it('ends a session at its maximum age, even if it is used', async () => {
      await saveSecurityForTest(app(), { sessionTimeout: 20 * 60, sessionMaxDays: 1 })
      const own = await signIn(app(), current.user.email)
      const refresh = async () =>
        (await call('POST', '/api/auth/refresh-session', own.token, { sessionId: own.session.id })).json()
      app().clock.advance(DAY_MS / 2)
      const lastEnd = new Date(Date.parse(own.session.createdAt) + DAY_MS).toISOString()
      expect((await refresh()).session.expiresAt).toBe(lastEnd)
      app().clock.advance(DAY_MS / 2 - 1)
      expect((await refresh()).valid).toBe(true)
      expect(await isActive(own)).toBe(true)
      app().clock.advance(1)
      expect(await isActive(own)).toBe(false)
    })

    it('ends an existing session if the maximum age in the settings is shortened', async () => {
      await saveSecurityForTest(app(), { sessionTimeout: 3 * 24 * 60, sessionMaxDays: 3 })
      const own = await signIn(app(), current.user.email)
      app().clock.advance(2 * DAY_MS)
      await saveSecurityForTest(app(), { sessionMaxDays: 1 })
      const refreshed = await call('POST', '/api/auth/refresh-session', own.token, { sessionId: own.session.id })
      expect(refreshed.json().valid).toBe(false)
      expect(await isActive(own)).toBe(false)
    })

    it("doesn't extend another user's, unknown or ended sessions", async () => {
      const otherUser = await signIn(app(), (await createNextUser()).email)
      const ended = await signIn(app(), current.user.email)
      await call('POST', '/api/auth/logout', ended.token)
      for (const sessionId of [otherUser.session.id, ended.session.id, 'unknown', current.token]) {
        const reply = await call('POST', '/api/auth/refresh-session', current.token, { sessionId })
        expect(toResult(reply)).toEqual({ status: 200, valid: false, session: null, user: null })
      }
      expect((await call('POST', '/api/auth/refresh-session', current.token, {})).statusCode).toBe(400)
    })
  })

  describe('list', () => {
    it("returns the user's own active sessions and marks the current one", async () => {
      app().clock.advance(MINUTE_MS)
      const second = await signIn(app(), current.user.email)
      await signIn(app(), (await createNextUser()).email)
      const reply = await call('GET', '/api/auth/sessions', current.token)
      expect(reply.json()).toEqual({ sessions: [{ ...second.session, current: false }, current.session] })
      expect(reply.body).not.toContain(current.token)
    })
  })

  describe('ending', () => {
    it.each([
      ['no password', undefined, '请输入当前密码'],
      ['a wrong password', 'wrong', '当前密码不正确'],
    ])('rejects ending other sessions with %s', async (_, password, message) => {
      const second = await signIn(app(), current.user.email)
      const reply = await call('DELETE', `/api/auth/sessions/${second.session.id}`, current.token, { password })
      const rejection = { status: 400, errors: [{ path: 'password', message }] }
      expect(toResult(reply)).toMatchObject(rejection)
      expect(toResult(await call('DELETE', '/api/auth/sessions', current.token, { password }))).toMatchObject(rejection)
      expect(await isActive(current)).toBe(true)
      expect(await isActive(second)).toBe(true)
    })

    it('ends the current session without a password', async () => {
      expect((await call('DELETE', `/api/auth/sessions/${current.session.id}`, current.token)).statusCode).toBe(200)
      expect(await isActive(current)).toBe(false)
    })

    it("ends another session of the user's own", async () => {
      const second = await signIn(app(), current.user.email)
      const reply = await call('DELETE', `/api/auth/sessions/${second.session.id}`, current.token, CREDENTIALS)
      expect(reply.json()).toEqual({ success: true, data: null, message: '会话已结束' })
      expect(await isActive(current)).toBe(true)
      expect(await isActive(second)).toBe(false)
    })

    it("returns 404 for another user's or an unknown session", async () => {
      const otherUser = await signIn(app(), (await createNextUser()).email)
      for (const id of [otherUser.session.id, 'unknown', '%27', '..%2f']) {
        const reply = await call('DELETE', `/api/auth/sessions/${id}`, current.token, CREDENTIALS)
        expect(toResult(reply)).toMatchObject({ status: 404, message: '会话不存在或已结束' })
      }
      expect((await call('DELETE', '/api/auth/sessions/%00', current.token, CREDENTIALS)).statusCode).toBe(404)
      expect(await isActive(otherUser)).toBe(true)
    })

    it.each([
      ['the given session', (own: SignedIn) => ({ ...CREDENTIALS, currentSessionId: own.session.id })],
      ["the caller's own session if none is given", () => CREDENTIALS],
    ])('ends all sessions except %s', async (_, payload) => {
      const second = await signIn(app(), current.user.email)
      const otherUser = await signIn(app(), (await createNextUser()).email)
      const reply = await call('DELETE', '/api/auth/sessions', current.token, payload(current))
      expect(reply.json()).toEqual({ success: true, data: null, message: '其他会话已全部结束' })
      expect(await isActive(current)).toBe(true)
      expect(await isActive(second)).toBe(false)
      expect(await isActive(otherUser)).toBe(true)
    })

    it("ends no session if the session to retain isn't the user's own", async () => {
      const second = await signIn(app(), current.user.email)
      const otherUser = await signIn(app(), (await createNextUser()).email)
      const payload = { ...CREDENTIALS, currentSessionId: otherUser.session.id }
      const reply = await call('DELETE', '/api/auth/sessions', current.token, payload)
      expect(reply.statusCode).toBe(404)
      expect(await isActive(current)).toBe(true)
      expect(await isActive(second)).toBe(true)
    })
  })

  describe('changes to an account', () => {
    const admin = async () => createActor((await createNextUser({ role: 'super_admin' }))._id)

    it('ends the sessions with a new password', async () => {
      const { users } = app().services
      await users.setPassword(current.user._id, 'another one', await admin())
      expect(await isActive(current)).toBe(false)
      await expect(signIn(app(), current.user.email, PASSWORD)).rejects.toThrow('用户名或密码错误')
      expect(await isActive(await signIn(app(), current.user.email, 'another one'))).toBe(true)
    })

    it('fails if a new password is set for an unknown user', async () => {
      await expect(app().services.users.setPassword('unknown', 'another one', await admin())).rejects.toMatchObject({
        code: 'notFound',
      })
    })

    it.each(['inactive', 'pending'] as const)('ends the sessions with the status %s', async (status) => {
      const { users } = app().services
      const actor = await admin()
      await users.setStatus(current.user._id, status, actor)
      expect(await isActive(current)).toBe(false)
      await users.setStatus(current.user._id, 'active', actor)
      expect(await isActive(current)).toBe(false)
      expect(await isActive(await signIn(app(), current.user.email))).toBe(true)
    })

    it('ends the sessions on deletion', async () => {
      await app().services.users.remove(current.user._id, await admin())
      expect(await isActive(current)).toBe(false)
    })
  })
})

onEveryDatabase('the last super_admin', (app) => {
  it('remains active if two super_admins disable each other concurrently', async () => {
    const { users } = app().services
    const [first, second] = await Promise.all(
      ['first', 'second'].map((name) => createUser(app(), { email: `${name}@example.com`, role: 'super_admin' })),
    )
    if (!first || !second) throw new Error('Two users must exist.')
    const disable = (actorId: string, userId: string) => users.setStatus(userId, 'inactive', createActor(actorId))
    const results = await Promise.allSettled([disable(first._id, second._id), disable(second._id, first._id)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const remainingAdmin = results[0]?.status === 'fulfilled' ? first : second
    await expect(disable('someone', remainingAdmin._id)).rejects.toMatchObject({ code: 'conflict' })
    await expect(users.remove(remainingAdmin._id, createActor('someone'))).rejects.toMatchObject({
      message: '不能禁用、降级或删除最后一个活跃的超级管理员',
    })
  })
})
