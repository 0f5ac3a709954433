import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Access } from '#contracts/call.ts'
import { listPermissions } from '#contracts/permissions.ts'
import { ROLES, type Role } from '#contracts/vocabulary.ts'
import { ReplyCache } from '#server/platform/http/replies/reply-cache.ts'
import type { TypedApp } from '#server/platform/http/server/routes.ts'
import { createHttpServer, registerRoutes } from '#server/platform/http/server/server.ts'
import { NO_IDEMPOTENCY } from '#testing/platform-app.ts'
import { toResult } from '#testing/result.ts'
import { findBearerToken, registerAccessControl, type SignedInUser } from './guard.ts'

const getToken = (role: Role) => `token-of-a-${role}`.padEnd(43, 'x')
const createUser = (role: Role): SignedInUser => ({
  id: role,
  email: '',
  name: '',
  role,
  hasSecondFactor: false,
  mustEnableTwoFactor: false,
  mustChangePassword: false,
  sessionId: 's',
})
/** A colon in a path would start a parameter. */
const getPath = (access: string) => `/api/test/${access.replace(':', '-')}`
const PERMISSIONS = listPermissions('super_admin')

async function guardedServer(): Promise<TypedApp> {
  const cache = new ReplyCache()
  const app = await createHttpServer({
    cache,
    trustProxy: false,
    rateLimits: false,
    logLevel: 'silent',
    checkReplies: true,
  })
  const users = new Map(ROLES.map((role) => [getToken(role), createUser(role)]))
  registerAccessControl(app, async (token) => users.get(token))
  registerRoutes(app, { cache, idempotency: NO_IDEMPOTENCY }, [
    (routes) => {
      const accesses: Access[] = ['public', 'signed-in', ...PERMISSIONS]
      for (const access of accesses)
        routes.post(getPath(access), { config: { access } }, async (request) => ({ role: request.user?.role }))
    },
  ])
  await app.ready()
  return app
}

describe('findBearerToken', () => {
  const token = 'A-z_09'.repeat(7)
  it.each([
    [`Bearer ${token}`, token],
    [`bearer ${token}`, token],
    [`BEARER   ${token}`, token],
    [undefined, undefined],
    ['', undefined],
    ['Bearer', undefined],
    ['Bearer ', undefined],
    [token, undefined],
    [`Bearer${token}`, undefined],
    [`Bearer\t${token}`, undefined],
    [`Bearer ${token} `, undefined],
    [`Bearer ${token}, Bearer ${token}`, undefined],
    [`Bearer "${token}"`, undefined],
    [`Basic ${token}`, undefined],
    [`Bearer ${token}\u0000`, undefined],
    [`Bearer ${'x'.repeat(10_000)}`, undefined],
    ['Bearer null', undefined],
    ['Bearer 中文中文中文中文中文中文中文中文', undefined],
  ])('parses %j', (header, expected) => {
    expect(findBearerToken(header)).toBe(expected)
  })
})

describe('registerAccessControl', () => {
  let app: TypedApp
  beforeAll(async () => {
    app = await guardedServer()
  })
  afterAll(() => app.close())

  const call = (access: Access, authorization?: string) =>
    app.inject({
      method: 'POST',
      url: getPath(access),
      headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
      payload: '{}',
    })

  it.each(ROLES)('allows a %s exactly its permissions', async (role) => {
    const allowed = listPermissions(role)
    for (const permission of PERMISSIONS) {
      const reply = await call(permission, `Bearer ${getToken(role)}`)
      if (allowed.includes(permission)) expect(reply.statusCode, permission).toBe(200)
      else {
        expect(reply.statusCode, permission).toBe(403)
        expect(reply.json().message, permission).toBe('没有权限执行此操作')
      }
    }
    expect((await call('signed-in', `Bearer ${getToken(role)}`)).json()).toEqual({ role })
    expect((await call('public', `Bearer ${getToken(role)}`)).json()).toEqual({ role })
  })

  it.each([
    ['no header', undefined],
    ['a header without a token', 'Bearer'],
    ['another scheme', `Basic ${getToken('editor')}`],
    ['an unknown token', `Bearer ${'y'.repeat(43)}`],
  ])('treats a caller with %s as anonymous', async (_, authorization) => {
    for (const access of ['signed-in', 'content:write'] as const) {
      const reply = await call(access, authorization)
      expect(toResult(reply)).toEqual({ status: 401, success: false, message: '未登录' })
    }
    expect((await call('public', authorization)).json()).toEqual({})
  })

  it('rejects an anonymous caller before reading the body', async () => {
    const reply = await app.inject({
      method: 'POST',
      url: '/api/test/signed-in',
      headers: { 'content-type': 'application/json' },
      payload: '{"not JSON',
    })
    expect(reply.statusCode).toBe(401)
  })

  it('returns 404 for an unknown call', async () => {
    const reply = await app.inject({ method: 'DELETE', url: '/api/unknown' })
    expect(toResult(reply)).toMatchObject({ status: 404, message: '接口不存在' })
  })

  it('throws at startup if a route declares no access', async () => {
    const cache = new ReplyCache()
    const unready = await createHttpServer({
      cache,
      trustProxy: false,
      rateLimits: false,
      logLevel: 'silent',
      checkReplies: true,
    })
    registerAccessControl(unready, async () => undefined)
    expect(() => unready.get('/api/forgotten', async () => ({}))).toThrow('GET /api/forgotten declares no access')
    expect(() => unready.get('/apiary', async () => ({}))).not.toThrow()
    await unready.close()
  })
})
