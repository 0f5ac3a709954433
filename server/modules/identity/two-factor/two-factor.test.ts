import type { InjectOptions } from 'fastify'
import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#contracts/durations.ts'
import type { SignedIn } from '#contracts/identity/account.ts'
import { bearer, createUser, PASSWORD, signIn } from '#testing/factories/users.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { generateCode, getTimeStep } from './one-time-codes.ts'

const ROOT = '/api/auth/two-factor'

onEveryDatabase('two-factor sign-in', (app) => {
  let count = 0
  let session: SignedIn

  const send = (method: InjectOptions['method'], url: string, payload?: object, token?: string) =>
    app().server.inject({ method, url, ...(payload && { payload }), ...(token && { headers: bearer(token) }) })
  const sendAsOwner = (method: InjectOptions['method'], url: string, payload?: object) =>
    send(method, url, payload, session.token)
  const login = (password = PASSWORD) => send('POST', '/api/auth/login', { email: session.user.email, password })
  const requestChallenge = async (): Promise<string> => (await login()).json().challenge
  const submitCode = (challenge: string, code: string) =>
    send('POST', '/api/auth/login/two-factor', { challenge, code })
  const createCode = (secret: string, drift = 0) => generateCode(secret, getTimeStep(app().clock.now()) + drift)
  const startSetup = async (): Promise<string> =>
    (await sendAsOwner('POST', ROOT, { password: PASSWORD })).json().data.secret
  const advanceOneStep = () => app().clock.advance(30_000)

  /** Enables two-factor sign-in, then waits until the confirming code has expired. */
  async function enableTwoFactor(): Promise<{ secret: string; codes: string[] }> {
    const secret = await startSetup()
    const reply = await sendAsOwner('POST', `${ROOT}/confirm`, { code: createCode(secret) })
    advanceOneStep()
    return { secret, codes: reply.json().data.recoveryCodes }
  }

  beforeEach(async () => {
    app().clock.advance(16 * MINUTE_MS)
    count += 1
    session = await signIn(app(), (await createUser(app(), { email: `careful-${count}@example.com` })).email)
  })

  it('is disabled until a code confirms it', async () => {
    expect((await sendAsOwner('GET', ROOT)).json().data).toEqual({
      enabled: false,
      recoveryCodesLeft: 0,
      required: false,
    })
    const secret = await startSetup()
    expect((await sendAsOwner('GET', ROOT)).json().data.enabled).toBe(false)
    expect((await login()).json().success).toBe(true)
    expect((await sendAsOwner('POST', `${ROOT}/confirm`, { code: createCode(secret, 5) })).statusCode).toBe(400)
    const reply = await sendAsOwner('POST', `${ROOT}/confirm`, { code: createCode(secret) })
    expect(new Set(reply.json().data.recoveryCodes).size).toBe(10)
    expect((await sendAsOwner('GET', ROOT)).json().data).toEqual({
      enabled: true,
      recoveryCodesLeft: 10,
      required: false,
    })
    const stored = await app().database.read.selectFrom('twoFactors').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(secret)
    expect((await sendAsOwner('POST', ROOT, { password: PASSWORD })).statusCode).toBe(409)
    expect((await sendAsOwner('POST', `${ROOT}/confirm`, { code: createCode(secret) })).statusCode).toBe(409)
  })

  it('requires a code after the correct password, and accepts it once', async () => {
    const { secret } = await enableTwoFactor()
    const reply = await login()
    expect({ status: reply.statusCode, body: reply.json() }).toEqual({
      status: 200,
      body: {
        success: false,
        message: '请输入两步验证码',
        twoFactorRequired: true,
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        expiresAt: new Date(app().clock.now().getTime() + 5 * MINUTE_MS).toISOString(),
      },
    })
    expect((await login('wrong')).statusCode).toBe(401)
    const { challenge } = reply.json()
    const validCode = createCode(secret)
    expect((await submitCode(challenge, validCode)).json()).toMatchObject({
      success: true,
      user: { email: session.user.email },
    })
    const [signIn] = await listAudit(app(), 'auth.sign-in')
    expect(signIn).toMatchObject({ target: session.user.name, detail: '两步验证' })
    expect((await submitCode(challenge, createCode(secret, 1))).statusCode).toBe(401)
    const reused = await submitCode(await requestChallenge(), validCode)
    const message = '验证码不正确或已使用过'
    expect({ status: reused.statusCode, body: reused.json() }).toEqual({
      status: 400,
      body: { success: false, message, errors: [{ path: 'code', message }] },
    })
  })

  it('accepts a code once, even concurrently', async () => {
    const { secret } = await enableTwoFactor()
    const challenges = [await requestChallenge(), await requestChallenge(), await requestChallenge()]
    const replies = await Promise.all(challenges.map((item) => submitCode(item, createCode(secret))))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400])
  })

  it('accepts each recovery code once, in any format', async () => {
    const { codes } = await enableTwoFactor()
    const [first = '', second = ''] = codes
    expect((await submitCode(await requestChallenge(), first)).statusCode).toBe(200)
    expect((await submitCode(await requestChallenge(), first)).statusCode).toBe(400)
    expect((await submitCode(await requestChallenge(), ` ${second.toLowerCase().replace('-', ' ')} `)).statusCode).toBe(
      200,
    )
    expect((await sendAsOwner('GET', ROOT)).json().data.recoveryCodesLeft).toBe(8)
  })

  it('counts wrong codes like wrong passwords', async () => {
    const { secret } = await enableTwoFactor()
    const challenge = await requestChallenge()
    for (let time = 0; time < 5; time += 1) expect((await submitCode(challenge, 'WRONG')).statusCode).toBe(400)
    expect((await submitCode(challenge, createCode(secret))).statusCode).toBe(429)
    expect((await login()).statusCode).toBe(429)
  })

  const changePassword = () =>
    sendAsOwner('PUT', '/api/auth/password', { currentPassword: PASSWORD, newPassword: 'another horse' })

  it.each<[string, () => unknown]>([
    ['a change of the password', changePassword],
    ['five minutes', () => app().clock.advance(5 * MINUTE_MS)],
  ])('rejects the challenge after %s', async (_, invalidate) => {
    const { secret } = await enableTwoFactor()
    const challenge = await requestChallenge()
    await invalidate()
    const reply = await submitCode(challenge, createCode(secret))
    expect(toResult(reply)).toMatchObject({ status: 401, message: '登录验证已过期，请重新登录' })
  })

  it('can be disabled with the password and a code', async () => {
    const { secret } = await enableTwoFactor()
    expect(
      (await sendAsOwner('DELETE', ROOT, { password: 'wrong', code: createCode(secret) })).json().errors[0].path,
    ).toBe('password')
    expect((await sendAsOwner('DELETE', ROOT, { password: PASSWORD, code: 'x' })).json().errors[0].path).toBe('code')
    expect((await sendAsOwner('DELETE', ROOT, { password: PASSWORD, code: createCode(secret) })).json().message).toBe(
      '两步验证已关闭',
    )
    expect((await sendAsOwner('GET', ROOT)).json().data).toEqual({
      enabled: false,
      recoveryCodesLeft: 0,
      required: false,
    })
    expect((await login()).json().success).toBe(true)
    expect((await sendAsOwner('DELETE', ROOT, { password: PASSWORD, code: '123456' })).statusCode).toBe(409)
  })

  it('replaces the recovery codes', async () => {
    const { secret, codes } = await enableTwoFactor()
    const reply = await sendAsOwner('POST', `${ROOT}/recovery-codes`, { code: createCode(secret) })
    expect(reply.json().data.recoveryCodes).toHaveLength(10)
    expect((await submitCode(await requestChallenge(), codes[0] ?? '')).statusCode).toBe(400)
    expect((await submitCode(await requestChallenge(), reply.json().data.recoveryCodes[0])).statusCode).toBe(200)
  })

  it('is disabled by a reset on the command line', async () => {
    await enableTwoFactor()
    const account = await app().services.identity.resetPassword(session.user.email)
    expect(account.wasTwoFactorEnabled).toBe(true)
    expect((await login(account.password)).json().success).toBe(true)
  })

  it('requires the password to start and a started setup for a code', async () => {
    expect((await sendAsOwner('POST', ROOT, { password: 'wrong' })).json().errors[0].path).toBe('password')
    expect((await sendAsOwner('POST', `${ROOT}/confirm`, { code: '123456' })).statusCode).toBe(409)
  })

  describe('hostile input', () => {
    it.each(["' or 1=1 --", '<script>', '{{7*7}}', '１２３４５６', '🀄'])('rejects the code %j', async (text) => {
      await enableTwoFactor()
      expect((await submitCode(await requestChallenge(), text)).statusCode).toBe(400)
      expect((await submitCode(text, '123456')).statusCode).toBe(401)
    })
    it.each([{}, { challenge: 'x' }, { challenge: ['x'], code: { $ne: '' } }, { challenge: 'x', code: 123456 }])(
      'rejects %j',
      async (payload) => expect((await send('POST', '/api/auth/login/two-factor', payload)).statusCode).toBe(400),
    )
  })

  it.each([
    ['GET', ROOT],
    ['POST', ROOT],
    ['DELETE', ROOT],
    ['POST', `${ROOT}/confirm`],
    ['POST', `${ROOT}/recovery-codes`],
  ] as const)('rejects an anonymous caller %s %s', async (method, url) => {
    expect((await send(method, url)).statusCode).toBe(401)
  })
})
