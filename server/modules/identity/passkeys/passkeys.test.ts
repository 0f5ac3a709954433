import type { InjectOptions } from 'fastify'
import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#contracts/durations.ts'
import type { SignedIn } from '#contracts/identity/account.ts'
import { PASSKEY_MESSAGES } from '#contracts/identity/passkey-messages.ts'
import { LOGIN_ATTEMPTS, PASSKEYS } from '#contracts/limits.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { bearer, createUser, PASSWORD, signIn } from '#testing/factories/users.ts'
import { listAudit, listOutbox } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { createAuthenticator } from '#testing/software-authenticator.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { generateCode, getTimeStep } from '../two-factor/one-time-codes.ts'

const ROOT = '/api/auth/passkeys'
const SITE = 'http://zhijian.test'
const REJECTED = { status: 401, success: false, message: PASSKEY_MESSAGES.rejected }

onEveryDatabase('passkeys', (app) => {
  let accountCount = 0
  let session: SignedIn
  let device: ReturnType<typeof createAuthenticator>

  const send = (method: InjectOptions['method'], url: string, payload?: object, token?: string) =>
    app().server.inject({ method, url, ...(payload && { payload }), ...(token && { headers: bearer(token) }) })
  const sendSignedIn = (method: InjectOptions['method'], url: string, payload?: object) =>
    send(method, url, payload, session.token)
  const begin = (credentials: object = { password: PASSWORD }) => sendSignedIn('POST', `${ROOT}/options`, credentials)
  const readCreation = async () => (await begin()).json().data
  const list = async (token = session.token) => (await send('GET', ROOT, undefined, token)).json().data.passkeys
  const beginSignIn = async () => (await send('POST', '/api/auth/login/passkey/options')).json().data
  const sendSignIn = (payload: object) => send('POST', '/api/auth/login/passkey', payload)
  const signInByPasskey = async (behaviour?: Parameters<typeof device.get>[1]) =>
    sendSignIn(device.get(await beginSignIn(), behaviour))
  const remove = (id: string, credentials: object = { password: PASSWORD }) =>
    sendSignedIn('DELETE', `${ROOT}/${id}`, credentials)
  const setTwoFactorRequired = (enableTwoFactor: boolean) =>
    app().database.write((transaction) => app().services.settings.save(transaction, 'security', { enableTwoFactor }))

  async function addPasskey(name = '办公电脑', counter = 0): Promise<{ id: string }> {
    const reply = await sendSignedIn('POST', ROOT, device.create(await readCreation(), name, { counter }))
    expect(toResult(reply)).toMatchObject({ status: 200, message: '通行密钥已添加' })
    return reply.json().data
  }

  async function createAccount(role: 'member' | 'editor' = 'member') {
    accountCount += 1
    const { email } = await createUser(app(), { email: `holder-${accountCount}@example.com`, role })
    session = await signIn(app(), email)
    device = createAuthenticator(SITE)
  }

  beforeEach(async () => {
    app().clock.advance(LOGIN_ATTEMPTS.windowMs + 1)
    await createAccount()
  })

  it('lists them for their owner, without key or id of the device', async () => {
    expect((await sendSignedIn('GET', ROOT)).json().data).toEqual({ isAvailable: true, passkeys: [] })
    const { id } = await addPasskey('手机')
    const createdAt = app().clock.now().toISOString()
    expect(await list()).toEqual([{ id, name: '手机', isSynced: false, createdAt, lastUsedAt: null }])
  })

  it('sign in without a name, and are audited', async () => {
    await addPasskey()
    const reply = await signInByPasskey()
    expect(reply.json()).toMatchObject({ success: true, user: { email: session.user.email } })
    expect(await list(reply.json().token)).toMatchObject([{ lastUsedAt: app().clock.now().toISOString() }])
    const [entry] = await listAudit(app(), 'auth.sign-in')
    expect(entry).toMatchObject({ target: session.user.name, detail: '通行密钥' })
  })

  it('make browsers ask for a discoverable key and for the person', async () => {
    const { options } = await readCreation()
    expect(options).toMatchObject({
      rp: { id: 'zhijian.test' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect(Buffer.from(options.user.id, 'base64url').toString()).toBe(session.user._id)
    expect((await beginSignIn()).options).toMatchObject({ rpId: 'zhijian.test', userVerification: 'required' })
  })

  it('exclude those that the account has, and reject the same one twice', async () => {
    await addPasskey()
    const creation = await readCreation()
    expect(creation.options.excludeCredentials).toHaveLength(1)
    const repeated = await sendSignedIn('POST', ROOT, device.create(creation, '再次'))
    expect(toResult(repeated)).toMatchObject({ status: 409, message: PASSKEY_MESSAGES.alreadyAdded })
  })

  it('adds them only after the password, and the code if there is one', async () => {
    expect(toResult(await begin({ password: 'wrong' }))).toMatchObject({
      status: 400,
      errors: [{ path: 'password', message: '当前密码不正确' }],
    })
    const { secret } = (await sendSignedIn('POST', '/api/auth/two-factor', { password: PASSWORD })).json().data
    const createCode = () => generateCode(secret, getTimeStep(app().clock.now()))
    await sendSignedIn('POST', '/api/auth/two-factor/confirm', { code: createCode() })
    app().clock.advance(30_000)
    expect(toResult(await begin())).toMatchObject({ status: 400, errors: [{ path: 'code' }] })
    expect((await begin({ password: PASSWORD, code: createCode() })).statusCode).toBe(200)
  })

  it('sign in without a code although two-factor sign-in is enabled', async () => {
    await addPasskey()
    const { secret } = (await sendSignedIn('POST', '/api/auth/two-factor', { password: PASSWORD })).json().data
    await sendSignedIn('POST', '/api/auth/two-factor/confirm', {
      code: generateCode(secret, getTimeStep(app().clock.now())),
    })
    expect((await signInByPasskey()).json()).toMatchObject({ success: true })
  })

  it('tell their owner by mail when they are added and removed', async () => {
    await enableMail(app())
    const { id } = await addPasskey('平板')
    await remove(id)
    const mails = (await listOutbox(app())).filter(({ kind }) => kind === 'passkeyNotice')
    const own = mails.filter(({ to }) => to === session.user.email)
    expect(own).toHaveLength(2)
  })

  it('can be renamed, but not those of others', async () => {
    const { id } = await addPasskey()
    expect((await sendSignedIn('PUT', `${ROOT}/${id}`, { name: '新手机' })).json().data).toMatchObject({
      name: '新手机',
    })
    await createAccount()
    expect((await sendSignedIn('PUT', `${ROOT}/${id}`, { name: '别人的' })).statusCode).toBe(404)
    expect((await remove(id)).statusCode).toBe(404)
  })

  it('no longer sign in once they are removed, which requires the password', async () => {
    const { id } = await addPasskey()
    expect((await remove(id, { password: 'wrong' })).statusCode).toBe(400)
    expect((await signInByPasskey()).statusCode).toBe(200)
    expect((await remove(id)).statusCode).toBe(200)
    expect(await list()).toEqual([])
    expect(toResult(await signInByPasskey())).toEqual(REJECTED)
  })

  it('limits their number', async () => {
    const { userId, publicKey } = { userId: session.user._id, publicKey: 'key' }
    const createdAt = app().clock.now().toISOString()
    for (let index = 0; index < PASSKEYS.max; index += 1)
      await app().database.write(({ db }) =>
        db
          .insertInto('passkeys')
          .values({
            id: `${userId} ${index}`,
            userId,
            credentialId: `${userId} ${index}`,
            publicKey,
            counter: 0,
            name: `${index}`,
            isSynced: false,
            createdAt,
            lastUsedAt: null,
          })
          .execute(),
      )
    expect(toResult(await begin())).toMatchObject({ status: 409, message: PASSKEY_MESSAGES.tooMany })
  })

  describe('challenges', () => {
    it('work once', async () => {
      await addPasskey()
      const answer = device.get(await beginSignIn())
      expect((await sendSignIn(answer)).statusCode).toBe(200)
      expect(toResult(await sendSignIn(answer))).toMatchObject({ status: 401, message: PASSKEY_MESSAGES.expired })
    })

    it('work once for a new passkey', async () => {
      const answer = device.create(await readCreation(), '手机')
      expect((await sendSignedIn('POST', ROOT, answer)).statusCode).toBe(200)
      expect((await sendSignedIn('POST', ROOT, answer)).json()).toMatchObject({ message: PASSKEY_MESSAGES.expired })
    })

    it('expire after five minutes', async () => {
      await addPasskey()
      const answer = device.get(await beginSignIn())
      const addition = createAuthenticator(SITE).create(await readCreation(), '慢')
      app().clock.advance(5 * MINUTE_MS)
      expect(toResult(await sendSignIn(answer))).toMatchObject({ status: 401, message: PASSKEY_MESSAGES.expired })
      expect(toResult(await sendSignedIn('POST', ROOT, addition))).toMatchObject({ status: 409 })
    })

    it('belong to the session that asked for them', async () => {
      const answer = device.create(await readCreation(), '手机')
      await createAccount()
      expect((await sendSignedIn('POST', ROOT, answer)).statusCode).toBe(409)
    })

    it('serve either an addition or a sign-in', async () => {
      await addPasskey()
      const creation = await readCreation()
      const answer = device.get({ ...(await beginSignIn()), ceremony: creation.ceremony })
      expect((await sendSignIn(answer)).statusCode).toBe(401)
    })

    it('match those that were signed', async () => {
      await addPasskey()
      const [first, second] = [await beginSignIn(), await beginSignIn()]
      expect(toResult(await sendSignIn({ ...device.get(first), ceremony: second.ceremony }))).toEqual(REJECTED)
    })
  })

  describe('verification', () => {
    it('refuses an answer to another site, as in phishing', async () => {
      await addPasskey()
      expect(toResult(await signInByPasskey({ origin: 'http://zhijian.example' }))).toEqual(REJECTED)
      const addition = createAuthenticator('http://zhijian.example').create(await readCreation(), '别处')
      expect((await sendSignedIn('POST', ROOT, addition)).statusCode).toBe(400)
    })

    it('refuses a device that has not checked the person', async () => {
      await addPasskey()
      expect(toResult(await signInByPasskey({ isVerified: false }))).toEqual(REJECTED)
      const addition = createAuthenticator(SITE).create(await readCreation(), '未验证', { isVerified: false })
      expect(toResult(await sendSignedIn('POST', ROOT, addition))).toMatchObject({
        status: 400,
        message: PASSKEY_MESSAGES.notVerified,
      })
    })

    it('refuses a changed signature or another account, which is audited', async () => {
      await addPasskey()
      const answer = device.get(await beginSignIn())
      const other = device.get(await beginSignIn())
      expect(toResult(await sendSignIn({ ...answer, signature: other.signature }))).toEqual(REJECTED)
      const [entry] = await listAudit(app(), 'auth.sign-in-failed')
      expect(entry).toMatchObject({ target: session.user.name, detail: '通行密钥无效' })
      const userHandle = Buffer.from('somebody else').toString('base64url')
      expect(toResult(await sendSignIn({ ...device.get(await beginSignIn()), userHandle }))).toEqual(REJECTED)
    })

    it('refuses in the same words what never existed and what belonged to a deleted account', async () => {
      await addPasskey()
      expect((await sendSignedIn('DELETE', '/api/auth/account', { password: PASSWORD })).statusCode).toBe(200)
      expect(toResult(await signInByPasskey())).toEqual(REJECTED)
      const unknown = createAuthenticator(SITE)
      unknown.create({ ceremony: '', options: (await readOptionsOfAnother()).options }, '')
      expect(toResult(await sendSignIn(unknown.get(await beginSignIn())))).toEqual(REJECTED)
    })

    it('refuses a device that counts less than before, and tells the owner by mail', async () => {
      await enableMail(app())
      await addPasskey('安全密钥', 7)
      expect((await signInByPasskey({ counter: 8 })).statusCode).toBe(200)
      expect(toResult(await signInByPasskey({ counter: 8 }))).toEqual(REJECTED)
      const [entry] = await listAudit(app(), 'auth.sign-in-failed')
      expect(entry?.detail).toBe('通行密钥“安全密钥”的计数没有增加，可能被复制')
      const subjects = (await listOutbox(app())).map(({ subject }) => subject)
      expect(subjects.some((subject) => subject.endsWith('账号的通行密钥可能被复制'))).toBe(true)
      expect((await signInByPasskey({ counter: 9 })).statusCode).toBe(200)
    })

    it('refuses a disabled account, with the message of other sign-ins', async () => {
      await addPasskey()
      await app().database.write(({ db }) =>
        db.updateTable('users').set({ status: 'inactive' }).where('id', '=', session.user._id).execute(),
      )
      expect(toResult(await signInByPasskey())).toMatchObject({ status: 403, message: '账号已被禁用，请联系管理员' })
    })
  })

  describe('if a second factor is required', () => {
    const openDashboard = async (token = session.token) =>
      (await send('GET', '/api/dashboard', undefined, token)).statusCode
    const readStatus = async (token = session.token) =>
      (await send('GET', '/api/auth/two-factor', undefined, token)).json().data

    beforeEach(async () => {
      await createAccount('editor')
      await setTwoFactorRequired(true)
      return () => setTwoFactorRequired(false)
    })

    it('count as one, at once in the session that adds it and in those they begin', async () => {
      expect(await openDashboard()).toBe(403)
      expect(await readStatus()).toMatchObject({ required: true, satisfied: false })
      await addPasskey()
      expect(await openDashboard()).toBe(200)
      expect(await readStatus()).toMatchObject({ enabled: false, required: true, satisfied: true })
      const { token } = (await signInByPasskey()).json()
      expect(await openDashboard(token)).toBe(200)
    })

    it('do not count in a session that began by the password alone', async () => {
      await addPasskey()
      const { token } = await signIn(app(), session.user.email)
      expect(await openDashboard(token)).toBe(403)
    })

    it('keep the last one until there is another factor', async () => {
      const { id } = await addPasskey()
      expect(toResult(await remove(id))).toMatchObject({ status: 409, message: PASSKEY_MESSAGES.onlySecondFactor })
      expect(await list()).toHaveLength(1)
      device = createAuthenticator(SITE)
      await addPasskey('备用')
      expect((await remove(id)).statusCode).toBe(200)
    })

    it('no longer count for sessions once the last one is removed', async () => {
      const { id } = await addPasskey()
      await setTwoFactorRequired(false)
      await remove(id)
      await setTwoFactorRequired(true)
      expect(await openDashboard()).toBe(403)
    })
  })

  it('sign in with a temporary password, which still has to be changed first', async () => {
    await addPasskey()
    const administrator = await createUser(app(), { email: `administrator-${accountCount}@example.com` })
    const actor = { id: administrator._id, name: administrator.name, ip: null }
    await app().services.users.setPassword(session.user._id, 'given by another', actor)
    const reply = await signInByPasskey()
    expect(reply.json()).toMatchObject({ success: true, user: { mustChangePassword: true } })
    const rejected = await send('GET', ROOT, undefined, reply.json().token)
    expect(rejected.json()).toMatchObject({ reason: 'password-change-required' })
    const change = { currentPassword: 'given by another', newPassword: 'chosen by myself' }
    expect((await send('PUT', '/api/auth/password', change, reply.json().token)).statusCode).toBe(200)
    expect((await send('GET', ROOT, undefined, reply.json().token)).statusCode).toBe(200)
  })

  it('deletes them when the operator resets the account', async () => {
    await addPasskey()
    expect(await app().services.identity.resetPassword(session.user.email)).toMatchObject({ deletedPasskeys: 1 })
    expect(toResult(await signInByPasskey())).toEqual(REJECTED)
  })

  /** Returns the options for another account's new passkey. */
  async function readOptionsOfAnother() {
    await createAccount()
    return readCreation()
  }
})
