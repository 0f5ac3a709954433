import type { InjectOptions } from 'fastify'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contracts/durations.ts'
import type { SignedIn } from '#contracts/identity/account.ts'
import { LOGIN_ATTEMPTS } from '#contracts/limits.ts'
import { bearer, createUser, PASSWORD, signIn } from '#testing/factories/users.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { generateCode, getTimeStep } from './one-time-codes.ts'

const ROOT = '/api/auth/two-factor'
/** The wrong codes that the default settings allow without a delay. */
const ALLOWED_FAILURES = 5

onEveryDatabase('two-factor sign-in', (app) => {
  let accountCount = 0
  let session: SignedIn

  const send = (method: InjectOptions['method'], url: string, payload?: object, token?: string) =>
    app().server.inject({ method, url, ...(payload && { payload }), ...(token && { headers: bearer(token) }) })
  const sendSignedIn = (method: InjectOptions['method'], url: string, payload?: object) =>
    send(method, url, payload, session.token)
  const login = (password = PASSWORD) => send('POST', '/api/auth/login', { email: session.user.email, password })
  const requestChallenge = async (): Promise<string> => (await login()).json().challenge
  const submitCode = (challenge: string, code: string) =>
    send('POST', '/api/auth/login/two-factor', { challenge, code })
  const readStatus = async () => (await sendSignedIn('GET', ROOT)).json().data
  const startSetup = () => sendSignedIn('POST', ROOT, { password: PASSWORD })
  const readNewSecret = async (): Promise<string> => (await startSetup()).json().data.secret
  const confirmSetup = (code: string) => sendSignedIn('POST', `${ROOT}/confirm`, { code })
  const disable = (credentials: { password: string; code: string }) => sendSignedIn('DELETE', ROOT, credentials)
  const renewCodes = (credentials: { password: string; code: string }) =>
    sendSignedIn('POST', `${ROOT}/recovery-codes`, credentials)
  const changePassword = (code?: string, newPassword = 'another horse') =>
    sendSignedIn('PUT', '/api/auth/password', { currentPassword: PASSWORD, newPassword, code })
  /** Creates the code of the current time step, or of one that is some steps later. */
  const createCode = (secret: string, stepOffset = 0) =>
    generateCode(secret, getTimeStep(app().clock.now()) + stepOffset)
  const advanceOneTimeStep = () => app().clock.advance(30_000)

  /** Enables two-factor sign-in, then waits until the confirming code has expired. */
  async function enableTwoFactor(): Promise<{ secret: string; codes: string[] }> {
    const secret = await readNewSecret()
    const reply = await confirmSetup(createCode(secret))
    advanceOneTimeStep()
    return { secret, codes: reply.json().data.recoveryCodes }
  }

  beforeEach(async () => {
    // The failed attempts of the previous test no longer count.
    app().clock.advance(LOGIN_ATTEMPTS.windowMs + 1)
    accountCount += 1
    const { email } = await createUser(app(), { email: `careful-${accountCount}@example.com` })
    session = await signIn(app(), email)
  })

  it('is disabled until a code confirms it', async () => {
    expect(await readStatus()).toEqual({ enabled: false, recoveryCodesLeft: 0, required: false, satisfied: false })
    const secret = await readNewSecret()
    expect(await readStatus()).toMatchObject({ enabled: false })
    expect(toResult(await login())).toMatchObject({ success: true })
    expect(toResult(await confirmSetup(createCode(secret)))).toMatchObject({ status: 200 })
    expect(await readStatus()).toEqual({ enabled: true, recoveryCodesLeft: 10, required: false, satisfied: true })
  })

  it('is not enabled by the code of another time', async () => {
    const secret = await readNewSecret()
    expect((await confirmSetup(createCode(secret, 5))).statusCode).toBe(400)
    expect(await readStatus()).toMatchObject({ enabled: false })
  })

  it('returns ten recovery codes, and stores neither them nor the secret in plain text', async () => {
    const { secret, codes } = await enableTwoFactor()
    expect(new Set(codes).size).toBe(10)
    const stored = JSON.stringify([
      await app().database.read.selectFrom('twoFactors').selectAll().execute(),
      await app().database.read.selectFrom('recoveryCodes').selectAll().execute(),
    ])
    for (const text of [secret, ...codes]) expect(stored).not.toContain(text)
  })

  it('is not set up again while it is enabled', async () => {
    const { secret } = await enableTwoFactor()
    expect((await startSetup()).statusCode).toBe(409)
    expect((await confirmSetup(createCode(secret))).statusCode).toBe(409)
  })

  it('requires a code after the correct password', async () => {
    const { secret } = await enableTwoFactor()
    const passwordReply = await login()
    expect(toResult(passwordReply)).toEqual({
      status: 200,
      success: false,
      message: '请输入两步验证码',
      twoFactorRequired: true,
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: new Date(app().clock.now().getTime() + 5 * MINUTE_MS).toISOString(),
    })
    const signedIn = await submitCode(passwordReply.json().challenge, createCode(secret))
    expect(signedIn.json()).toMatchObject({ success: true, user: { email: session.user.email } })
  })

  it('accepts codes again after the clock was ahead', async () => {
    const { secret } = await enableTwoFactor()
    app().clock.advance(2 * DAY_MS)
    const ahead = await submitCode(await requestChallenge(), createCode(secret))
    app().clock.advance(-2 * DAY_MS)
    const code = createCode(secret)
    const back = await submitCode(await requestChallenge(), code)
    const repeated = await submitCode(await requestChallenge(), code)
    expect([ahead, back, repeated].map(({ statusCode }) => ({ statusCode }))).toEqual([
      { statusCode: 200 },
      { statusCode: 200 },
      { statusCode: 400 },
    ])
  })

  it('is audited with its second step', async () => {
    const { secret } = await enableTwoFactor()
    await submitCode(await requestChallenge(), createCode(secret))
    const [entry] = await listAudit(app(), 'auth.sign-in')
    expect(entry).toMatchObject({ target: session.user.name, detail: '两步验证' })
  })

  it('does not reveal to a wrong password that a code is required', async () => {
    await enableTwoFactor()
    expect((await login('wrong')).statusCode).toBe(401)
  })

  it('accepts a challenge only once', async () => {
    const { secret } = await enableTwoFactor()
    const challenge = await requestChallenge()
    expect((await submitCode(challenge, createCode(secret))).statusCode).toBe(200)
    expect((await submitCode(challenge, createCode(secret, 1))).statusCode).toBe(401)
  })

  it('accepts a code only once', async () => {
    const { secret } = await enableTwoFactor()
    const code = createCode(secret)
    expect((await submitCode(await requestChallenge(), code)).statusCode).toBe(200)
    const message = '验证码不正确或已使用过'
    expect(toResult(await submitCode(await requestChallenge(), code))).toEqual({
      status: 400,
      success: false,
      message,
      errors: [{ path: 'code', message }],
    })
  })

  it('accepts a code once, even concurrently', async () => {
    const { secret } = await enableTwoFactor()
    const challenges = [await requestChallenge(), await requestChallenge(), await requestChallenge()]
    const replies = await Promise.all(challenges.map((challenge) => submitCode(challenge, createCode(secret))))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400])
  })

  it('accepts each recovery code once, in any format', async () => {
    const { codes } = await enableTwoFactor()
    const [first = '', second = ''] = codes
    expect((await submitCode(await requestChallenge(), first)).statusCode).toBe(200)
    expect((await submitCode(await requestChallenge(), first)).statusCode).toBe(400)
    const reformatted = ` ${second.toLowerCase().replace('-', ' ')} `
    expect((await submitCode(await requestChallenge(), reformatted)).statusCode).toBe(200)
    expect(await readStatus()).toMatchObject({ recoveryCodesLeft: 8 })
  })

  it('counts wrong codes like wrong passwords', async () => {
    const { secret } = await enableTwoFactor()
    const challenge = await requestChallenge()
    for (let attempt = 0; attempt < ALLOWED_FAILURES; attempt += 1)
      expect((await submitCode(challenge, 'WRONG')).statusCode).toBe(400)
    expect((await submitCode(challenge, createCode(secret))).statusCode).toBe(429)
    expect((await login()).statusCode).toBe(429)
  })

  it.each<[string, (recoveryCode?: string) => unknown]>([
    ['a change of the password', (recoveryCode) => changePassword(recoveryCode)],
    ['five minutes', () => app().clock.advance(5 * MINUTE_MS)],
  ])('rejects the challenge after %s', async (_reason, invalidate) => {
    const { secret, codes } = await enableTwoFactor()
    const challenge = await requestChallenge()
    await invalidate(codes[0])
    const reply = await submitCode(challenge, createCode(secret))
    expect(toResult(reply)).toMatchObject({ status: 401, message: '登录验证已过期，请重新登录' })
  })

  it('is disabled with the password and a code', async () => {
    const { secret } = await enableTwoFactor()
    const code = createCode(secret)
    expect(toResult(await disable({ password: PASSWORD, code }))).toMatchObject({ message: '两步验证已关闭' })
    expect(await readStatus()).toEqual({ enabled: false, recoveryCodesLeft: 0, required: false, satisfied: false })
    expect(toResult(await login())).toMatchObject({ success: true })
    expect((await disable({ password: PASSWORD, code: '123456' })).statusCode).toBe(409)
  })

  it('is not disabled with a wrong password or code', async () => {
    const { secret } = await enableTwoFactor()
    const wrongPassword = await disable({ password: 'wrong', code: createCode(secret) })
    expect(toResult(wrongPassword)).toMatchObject({ errors: [{ path: 'password' }] })
    const wrongCode = await disable({ password: PASSWORD, code: 'x' })
    expect(toResult(wrongCode)).toMatchObject({ errors: [{ path: 'code' }] })
    expect(await readStatus()).toMatchObject({ enabled: true })
  })

  it('replaces the recovery codes', async () => {
    const { secret, codes } = await enableTwoFactor()
    const reply = await renewCodes({ password: PASSWORD, code: createCode(secret) })
    expect(reply.json().data.recoveryCodes).toHaveLength(10)
    expect((await submitCode(await requestChallenge(), codes[0] ?? '')).statusCode).toBe(400)
    expect((await submitCode(await requestChallenge(), reply.json().data.recoveryCodes[0])).statusCode).toBe(200)
  })

  it('does not replace the recovery codes with a wrong password or code', async () => {
    const { secret, codes } = await enableTwoFactor()
    const wrongPassword = await renewCodes({ password: 'wrong', code: createCode(secret) })
    expect(toResult(wrongPassword)).toMatchObject({ status: 400, errors: [{ path: 'password' }] })
    const wrongCode = await renewCodes({ password: PASSWORD, code: 'x' })
    expect(toResult(wrongCode)).toMatchObject({ status: 400, errors: [{ path: 'code' }] })
    expect((await submitCode(await requestChallenge(), codes[0] ?? '')).statusCode).toBe(200)
  })

  describe.each<[string, (code?: string) => ReturnType<typeof send>]>([
    ['changing the password', (code) => changePassword(code)],
    [
      'downloading the own data',
      (code) => sendSignedIn('POST', '/api/auth/account/data', { password: PASSWORD, code }),
    ],
    ['closing the account', (code) => sendSignedIn('DELETE', '/api/auth/account', { password: PASSWORD, code })],
  ])('%s', (_, act) => {
    it.each([
      ['no code', undefined, '请输入验证码'],
      ['a blank code', ' ', '请输入验证码'],
      ['a wrong code', '000000', '验证码不正确或已使用过'],
    ])('is rejected with %s', async (_title, code, message) => {
      await enableTwoFactor()
      expect(toResult(await act(code))).toMatchObject({ status: 400, message, errors: [{ path: 'code', message }] })
      expect((await login()).json()).toMatchObject({ twoFactorRequired: true })
    })

    it('is possible with a code of the app', async () => {
      const { secret } = await enableTwoFactor()
      expect((await act(createCode(secret))).statusCode).toBe(200)
    })

    it('is possible with a recovery code', async () => {
      const { codes } = await enableTwoFactor()
      expect((await act(codes[0])).statusCode).toBe(200)
    })

    it('is delayed after several wrong codes', async () => {
      const { secret } = await enableTwoFactor()
      for (let attempt = 0; attempt < ALLOWED_FAILURES; attempt += 1) expect((await act('WRONG')).statusCode).toBe(400)
      expect((await act(createCode(secret))).statusCode).toBe(429)
    })
  })

  it('does not use up the code if the new password is rejected', async () => {
    const { secret } = await enableTwoFactor()
    const code = createCode(secret)
    expect(toResult(await changePassword(code, 'password'))).toMatchObject({ errors: [{ path: 'newPassword' }] })
    expect((await changePassword(code)).statusCode).toBe(200)
  })

  it('is disabled by a reset on the command line', async () => {
    await enableTwoFactor()
    const account = await app().services.identity.resetPassword(session.user.email)
    expect(account.wasTwoFactorEnabled).toBe(true)
    expect((await login(account.password)).json().success).toBe(true)
  })

  it('is not set up with a wrong password', async () => {
    expect((await sendSignedIn('POST', ROOT, { password: 'wrong' })).json().errors[0].path).toBe('password')
  })

  it('is not confirmed before its setup has started', async () => {
    expect((await confirmSetup('123456')).statusCode).toBe(409)
  })

  describe('hostile input', () => {
    it.each(["' or 1=1 --", '<script>', '{{7*7}}', '１２３４５６', '🀄'])('rejects the code %j', async (text) => {
      await enableTwoFactor()
      expect((await submitCode(await requestChallenge(), text)).statusCode).toBe(400)
      expect((await submitCode(text, '123456')).statusCode).toBe(401)
    })
    it.each([
      ['nothing', {}],
      ['no code', { challenge: 'x' }],
      ['a list and an object', { challenge: ['x'], code: { $ne: '' } }],
      ['a code that is a number', { challenge: 'x', code: 123456 }],
    ])('is rejected if it is %s', async (_, payload) => {
      expect((await send('POST', '/api/auth/login/two-factor', payload)).statusCode).toBe(400)
    })
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
