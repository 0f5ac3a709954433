import { beforeEach, describe, expect, it } from 'vitest'
import { catalogueCalls } from '#contracts/products/calls.ts'
import { createProducts } from '#testing/factories/products.ts'
import { bearer, createUser, PASSWORD, signIn } from '#testing/factories/users.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { generateCode, getTimeStep } from './one-time-codes.ts'

const ROOT = '/api/auth/two-factor'

onEveryDatabase('required two-factor sign-in', (app) => {
  let token = ''
  const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, caller = token) =>
    app().server.inject({ method, url, headers: bearer(caller), ...(payload ? { payload } : {}) })
  const setRequired = (enableTwoFactor: boolean) =>
    app().database.write((transaction) => app().services.settings.save(transaction, 'security', { enableTwoFactor }))
  const getStatus = async (caller = token) => (await call('GET', ROOT, undefined, caller)).json().data
  const createCode = (secret: string) => generateCode(secret, getTimeStep(app().clock.now()))

  // Each test has an editor of its own, who signed in before two-factor sign-in was required.
  let email = ''
  let editorCount = 0
  beforeEach(async () => {
    await setRequired(false)
    editorCount += 1
    email = `editor-${editorCount}@example.com`
    await createUser(app(), { email, role: 'editor' })
    token = (await signIn(app(), email)).token
  })
  /** Sets two-factor sign-in up. Returns the secret and the recovery codes. */
  async function setUp(): Promise<{ secret: string; recoveryCodes: string[] }> {
    const { secret } = (await call('POST', ROOT, { password: PASSWORD })).json().data
    const confirmed = await call('POST', `${ROOT}/confirm`, { code: createCode(secret) })
    // The next time step, since each code works once.
    app().clock.advance(30_000)
    return { secret, recoveryCodes: confirmed.json().data.recoveryCodes }
  }

  it('blocks the back office in existing sessions until it is set up', async () => {
    expect((await call('GET', '/api/dashboard')).statusCode).toBe(200)
    expect(await getStatus()).toMatchObject({ enabled: false, required: false })
    await setRequired(true)
    const rejected = await call('GET', '/api/dashboard')
    expect(toResult(rejected)).toEqual({
      status: 403,
      success: false,
      message: '请先开启两步验证',
      reason: 'two-factor-required',
    })
    expect(await getStatus()).toMatchObject({ enabled: false, required: true })
  })

  it('blocks the back office in new sessions, but not the own account', async () => {
    await setRequired(true)
    const newSession = await signIn(app(), email)
    expect((await call('GET', '/api/qrcode/all', undefined, newSession.token)).statusCode).toBe(403)
    expect((await call('GET', '/api/auth/me', undefined, newSession.token)).statusCode).toBe(200)
  })

  it('returns the anonymous response from public endpoints', async () => {
    await createProducts(app(), 'ai', [{ name: '未上架的产品', isActive: false }])
    await setRequired(true)
    const countProducts = async () => (await call('GET', catalogueCalls.listAi.path)).json().aiProducts.length
    expect(await countProducts()).toBe(0)
    await setRequired(false)
    expect(await countProducts()).toBe(1)
  })

  it("isn't required of members", async () => {
    await setRequired(true)
    await createUser(app(), { email: 'member@example.com' })
    const { token: memberToken } = await signIn(app(), 'member@example.com')
    expect(await getStatus(memberToken)).toMatchObject({ required: false })
    expect((await call('GET', '/api/dashboard', undefined, memberToken)).json().reason).toBeUndefined()
  })

  describe('after setup', () => {
    it('allows access to the back office', async () => {
      await setUp()
      await setRequired(true)
      expect((await call('GET', '/api/dashboard')).statusCode).toBe(200)
      expect(await getStatus()).toMatchObject({ enabled: true, required: true })
    })

    it("can't be disabled while it is required", async () => {
      const { secret } = await setUp()
      await setRequired(true)
      const disable = () => call('DELETE', ROOT, { password: PASSWORD, code: createCode(secret) })
      const rejected = await disable()
      expect(toResult(rejected)).toMatchObject({ status: 409, message: '系统要求开启两步验证，不能关闭' })
      await setRequired(false)
      expect((await disable()).statusCode).toBe(200)
    })

    it('audits a used recovery code without the code', async () => {
      const { recoveryCodes } = await setUp()
      const login = { email, password: PASSWORD }
      const { challenge } = (
        await app().server.inject({ method: 'POST', url: '/api/auth/login', payload: login })
      ).json()
      const payload = { challenge, code: recoveryCodes[0] }
      const url = '/api/auth/login/two-factor'
      expect((await app().server.inject({ method: 'POST', url, payload })).statusCode).toBe(200)
      const entries = await listAudit(app(), 'auth.two-factor')
      expect(entries[0]).toMatchObject({ user: { name: '张三' }, detail: '使用恢复码，还剩9个', ip: '127.0.0.1' })
      expect(JSON.stringify(entries)).not.toContain(recoveryCodes[0])
    })
  })
})
