import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contracts/durations.ts'
import { PASSWORD as LENGTHS, LOGIN_ATTEMPTS } from '#contracts/limits.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { AppError } from '#server/platform/app-error.ts'
import { CLOCK_SKEW_MS } from '#server/platform/clock.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { saveSecurityForTest } from '#testing/factories/settings.ts'
import { createUser, PASSWORD, signIn } from '#testing/factories/users.ts'
import { listAudit, listOutbox } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

/** The hashes of `PASSWORD` by better-auth. */
const LEGACY_HASH =
  '663a58e4a2da78b6bf0543664193c0c2:be98b5b00cb7ca3670a7445ea30a0f5f2bdfe6637a56470e5a4885b185f9d823d449bd1f3ab63d08493c4e85f59a48faee5fb172954df633b3776ccf0d400437'

/** The wrong passwords that the default settings allow without a delay. */
const ALLOWED_FAILURES = 5
/** Has the format of a device token, but belongs to no device. */
const UNKNOWN_DEVICE_TOKEN = 'x'.repeat(43)

const HOSTILE = [
  "' or 1=1 --",
  '"; drop table users; --',
  '%',
  '_'.repeat(5),
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '{{7*7}}',
  '\u202etxt.exe',
  '\r\nset-cookie: a=b',
  '张三🀄',
  'a'.repeat(120),
]

onEveryDatabase('login', (app) => {
  const login = (email: unknown, password: unknown = PASSWORD) =>
    app().server.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })

  beforeAll(async () => {
    await createUser(app(), { email: 'Li.Na@Example.com', name: '李娜', company: '某银行' })
    await createUser(app(), { email: 'wang@a.example.com' })
    await createUser(app(), { email: 'wang@b.example.com' })
    await createUser(app(), { email: 'waiting@example.com', status: 'pending' })
    await createUser(app(), { email: 'disabled@example.com', status: 'inactive' })
  })
  // Each case starts without counted failures.
  beforeEach(() => app().clock.advance(LOGIN_ATTEMPTS.windowMs + 1))
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('returns token, user and session at the top level', async () => {
    const reply = await login('li.na@example.com')
    const now = app().clock.now()
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['cache-control']).toBe('private, no-store')
    expect(reply.json()).toEqual({
      success: true,
      message: '登录成功',
      token: expect.stringMatching(/^[\w-]{43}$/),
      user: {
        _id: expect.any(String),
        username: 'li.na',
        name: '李娜',
        email: 'li.na@example.com',
        role: 'member',
        status: 'active',
        company: '某银行',
        position: '',
        phone: '',
        createdAt: expect.any(String),
        lastLogin: now.toISOString(),
        mustChangePassword: false,
      },
      session: {
        id: expect.any(String),
        createdAt: now.toISOString(),
        expiresAt: new Date(now.getTime() + 30 * MINUTE_MS).toISOString(),
        ip: '127.0.0.1',
        userAgent: 'lightMyRequest',
        current: true,
      },
      deviceToken: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(reply.json().session.id).not.toBe(reply.json().token)
  })

  it.each(['LI.NA@EXAMPLE.COM', 'li.na', 'Li.Na', ' li.na@example.com '])('accepts the name %s', async (name) => {
    expect((await login(name)).json().user.name).toBe('李娜')
  })

  it('rehashes a correct password with a legacy hash, but not a wrong one', async () => {
    const { _id: id } = await createUser(app(), { email: 'legacy@example.com' })
    const setHash = (passwordHash: string) =>
      app().database.write(({ db }) => db.updateTable('users').set({ passwordHash }).where('id', '=', id).execute())
    const readUser = async () => {
      const users = app().database.read.selectFrom('users').select(['passwordHash', 'version', 'updatedAt'])
      return users.where('id', '=', id).executeTakeFirstOrThrow()
    }
    await setHash(LEGACY_HASH)
    const before = await readUser()
    expect(toResult(await login('legacy', 'wrong'))).toMatchObject({ status: 401, message: '用户名或密码错误' })
    expect(await readUser()).toEqual(before)
    expect((await login('legacy')).statusCode).toBe(200)
    expect(await readUser()).toEqual({ ...before, passwordHash: expect.stringMatching(/^\$scrypt\$ln=4,r=1,p=1\$/) })
    expect((await login('legacy')).statusCode).toBe(200)
  })

  it("counts no failure if the password couldn't be checked", async () => {
    const verify = vi.spyOn(app().services.identity.passwords, 'verify').mockRejectedValue(new AppError('unavailable'))
    for (let time = 0; time <= ALLOWED_FAILURES; time += 1) expect((await login('li.na')).statusCode).toBe(503)
    verify.mockRestore()
    expect((await login('li.na')).statusCode).toBe(200)
  })

  it('rejects a local part that two users share', async () => {
    expect(toResult(await login('wang'))).toMatchObject({ status: 401, message: '用户名或密码错误' })
    expect((await login('wang@b.example.com')).json().user.email).toBe('wang@b.example.com')
  })

  it.each([
    ['a wrong password', 'li.na', 'wrong'],
    ['an unknown user', 'nobody@example.com', PASSWORD],
    ['an unknown short name', 'nobody', PASSWORD],
    ['a disabled user with a wrong password', 'disabled@example.com', 'wrong'],
    ['a password in another letter case', 'li.na', PASSWORD.toUpperCase()],
    ['a pattern instead of a name', '%', PASSWORD],
  ])('returns the same response for %s, after one check of a password', async (_, name, password) => {
    const verify = vi.spyOn(app().services.identity.passwords, 'verify')
    const reply = await login(name, password)
    expect(reply.json()).toEqual({ success: false, message: '用户名或密码错误' })
    expect(reply.statusCode).toBe(401)
    expect(verify).toHaveBeenCalledTimes(1)
  })

  it('finds the only staff account with a local part, whoever registers with the same one', async () => {
    await createUser(app(), { email: 'zhao@office.example.com', role: 'editor', password: 'of the editor' })
    await createUser(app(), { email: 'zhao@evil.example.com' })
    expect((await login('zhao', 'of the editor')).json().user).toMatchObject({ email: 'zhao@office.example.com' })
    expect((await login('zhao')).statusCode).toBe(401)
    expect((await login('zhao@evil.example.com')).statusCode).toBe(200)
  })

  it('reveals that an account is disabled or pending only after a correct password', async () => {
    expect(toResult(await login('disabled'))).toMatchObject({ status: 403, message: '账号已被禁用，请联系管理员' })
    expect(toResult(await login('waiting'))).toMatchObject({ status: 403, message: '账号正在等待审核' })
  })

  it.each([
    ['neither name nor password', {}, ['email', 'password']],
    ['a blank name', { email: '   ', password: 'x' }, ['email']],
    ['a blank password', { email: 'a', password: '' }, ['password']],
    ['a list and an object', { email: ['a'], password: { $ne: '' } }, ['email', 'password']],
    ['null and a boolean', { email: null, password: true }, ['email', 'password']],
    ['a password that is too long', { email: 'a', password: 'x'.repeat(LENGTHS.max + 1) }, ['password']],
  ])('rejects %s', async (_, payload, paths) => {
    const reply = await app().server.inject({ method: 'POST', url: '/api/auth/login', payload })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors.map(({ path }: { path: string }) => path)).toEqual(paths)
  })

  it.each(HOSTILE)('treats %j as an unknown name and a wrong password', async (text) => {
    expect(toResult(await login(text, 'x'))).toMatchObject({ status: 401, message: '用户名或密码错误' })
    expect(toResult(await login('li.na', text))).toMatchObject({ status: 401, message: '用户名或密码错误' })
  })

  it("rejects NUL, which PostgreSQL can't store", async () => {
    expect(toResult(await login('a\0b', 'x'))).toMatchObject({ status: 400, message: MESSAGES.unstorableText })
  })

  it('rejects a password of a megabyte without hashing it', async () => {
    const verify = vi.spyOn(app().services.identity.passwords, 'verify')
    expect((await login('li.na', 'x'.repeat(1024 * 1024))).statusCode).toBe(413)
    expect(verify).not.toHaveBeenCalled()
  })

  describe('limits', () => {
    const TOO_MANY = { status: 429, message: '登录尝试次数过多，请30秒后再试' }
    const failTimes = async (name: string, times: number) => {
      for (let time = 0; time < times; time += 1) expect((await login(name, 'wrong')).statusCode).toBe(401)
    }

    it.each([
      ['a known account', 'li.na@example.com'],
      ['an unknown account', 'nobody@example.com'],
    ])('delays further attempts after failures of %s', async (_, name) => {
      await failTimes(name, ALLOWED_FAILURES)
      const rejected = await login(name)
      expect(toResult(rejected)).toMatchObject(TOO_MANY)
      expect(rejected.headers['retry-after']).toBe('30')
      app().clock.advance(LOGIN_ATTEMPTS.firstWaitMs)
      await failTimes(name, 1)
      expect((await login(name)).headers['retry-after']).toBe('60')
      app().clock.advance(2 * LOGIN_ATTEMPTS.firstWaitMs)
      await failTimes(name, 1)
      expect((await login(name)).json().message).toBe('登录尝试次数过多，请2分钟后再试')
      app().clock.advance(LOGIN_ATTEMPTS.windowMs)
      expect((await login(name)).statusCode).not.toBe(429)
    })

    it.each([
      ['two days', 2 * DAY_MS],
      ['two minutes', 2 * MINUTE_MS],
      ['half a minute', MINUTE_MS / 2],
    ])('never delays for longer than the failures do, after the clock was ahead by %s', async (_, aheadMs) => {
      app().clock.advance(aheadMs)
      await failTimes('li.na', ALLOWED_FAILURES)
      app().clock.advance(-aheadMs)
      const first = await login('li.na')
      const waitSeconds = Number(first.headers['retry-after'] ?? 0)
      expect(waitSeconds).toBeLessThanOrEqual(LOGIN_ATTEMPTS.firstWaitMs / 1000)
      app().clock.advance(waitSeconds * 1000 + CLOCK_SKEW_MS)
      expect((await login('li.na')).statusCode).toBe(200)
    })

    it('counts the local part and the email address together', async () => {
      await failTimes('li.na', 3)
      await failTimes('li.na@example.com', 2)
      expect(toResult(await login('li.na@example.com'))).toMatchObject(TOO_MANY)
      expect(toResult(await login('LI.NA'))).toMatchObject(TOO_MANY)
    })

    it("doesn't count an email address for another with the same local part", async () => {
      await failTimes('wang@a.example.com', ALLOWED_FAILURES)
      expect((await login('wang@b.example.com')).statusCode).toBe(200)
    })

    it('clears failures after a success', async () => {
      await failTimes('li.na', ALLOWED_FAILURES - 1)
      await signIn(app(), 'li.na')
      await failTimes('li.na', ALLOWED_FAILURES)
    })

    it('limits concurrent attempts like sequential ones', async () => {
      const replies = await Promise.all(Array.from({ length: 12 }, () => login('li.na', 'wrong')))
      expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([
        ...Array(ALLOWED_FAILURES).fill(401),
        ...Array(12 - ALLOWED_FAILURES).fill(429),
      ])
    })

    it('accepts the correct password on many devices at once', async () => {
      const replies = await Promise.all(Array.from({ length: 12 }, () => login('li.na')))
      expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(200))
    })

    describe('failures of other clients', () => {
      const loginFrom = (remoteAddress: string, name: string, password: string, deviceToken?: string) =>
        app().server.inject({
          method: 'POST',
          url: '/api/auth/login',
          payload: { email: name, password, deviceToken },
          remoteAddress,
        })
      const getStatus = async (...values: Parameters<typeof loginFrom>) => (await loginFrom(...values)).statusCode

      it("don't delay clients at other IP addresses", async () => {
        for (let time = 0; time < ALLOWED_FAILURES; time += 1)
          expect(await getStatus('203.0.113.1', 'li.na', 'wrong')).toBe(401)
        expect(await getStatus('203.0.113.1', 'li.na', PASSWORD)).toBe(429)
        expect(await getStatus('203.0.113.2', 'li.na', PASSWORD)).toBe(200)
        // A successful sign-in by the owner doesn't give the other client more attempts either.
        expect(await getStatus('203.0.113.1', 'li.na', 'wrong')).toBe(429)
      })

      it("don't delay known devices, at the same IP address or during a distributed attack", async () => {
        const { deviceToken } = await signIn(app(), 'li.na')
        const foreign = await signIn(app(), 'wang@a.example.com')
        const allowedFailures = ALLOWED_FAILURES * LOGIN_ATTEMPTS.perAccount
        for (let address = 0; address < allowedFailures; address += 1)
          expect(await getStatus(`198.51.100.${address}`, 'li.na', 'wrong')).toBe(401)
        expect(await getStatus('198.51.100.99', 'li.na', PASSWORD)).toBe(429)
        expect(await getStatus('198.51.100.99', 'li.na', PASSWORD, foreign.deviceToken)).toBe(429)
        expect(await getStatus('198.51.100.99', 'li.na', PASSWORD, UNKNOWN_DEVICE_TOKEN)).toBe(429)
        const ownerReply = await loginFrom('198.51.100.99', 'li.na', PASSWORD, deviceToken)
        expect({ status: ownerReply.statusCode, deviceToken: ownerReply.json().deviceToken }).toEqual({
          status: 200,
          deviceToken,
        })
        // From other IP addresses the wait never exceeds a minute.
        app().clock.advance(LOGIN_ATTEMPTS.accountWaitMs)
        expect(await getStatus('198.51.100.99', 'li.na', PASSWORD)).toBe(200)
      })

      it("counts only a known device's own failures against it", async () => {
        const { deviceToken } = await signIn(app(), 'li.na')
        for (let time = 0; time < ALLOWED_FAILURES; time += 1)
          expect(await getStatus('203.0.113.7', 'li.na', 'wrong', deviceToken)).toBe(401)
        expect(await getStatus('203.0.113.8', 'li.na', PASSWORD, deviceToken)).toBe(429)
        expect(await getStatus('203.0.113.8', 'li.na', PASSWORD)).toBe(200)
      })

      const listDevices = (userId: string) =>
        app().database.read.selectFrom('knownDevices').selectAll().where('userId', '=', userId).execute()

      it('stores a known device without its token', async () => {
        const { _id: id } = await createUser(app(), { email: 'device@example.com' })
        const { deviceToken } = await signIn(app(), 'device')
        const devices = await listDevices(id)
        expect(devices).toHaveLength(1)
        expect(JSON.stringify(devices)).not.toContain(deviceToken)
      })

      it('removes a known device if the password changes', async () => {
        const { _id: id } = await createUser(app(), { email: 'changed@example.com' })
        await signIn(app(), 'changed')
        expect(await listDevices(id)).toHaveLength(1)
        await app().services.identity.resetPassword('changed@example.com')
        expect(await listDevices(id)).toEqual([])
      })

      it('removes a known device half a year after its last use', async () => {
        const { _id: id } = await createUser(app(), { email: 'seldom@example.com' })
        await signIn(app(), 'seldom')
        app().clock.advance(181 * DAY_MS)
        await signIn(app(), 'li.na')
        expect(await listDevices(id)).toEqual([])
      })
    })

    it('notifies the owner of many wrong passwords by mail, once a day, but not if the account is unknown', async () => {
      await enableMail(app())
      const { email } = await createUser(app(), { email: 'alerted@example.com' })
      const listAlerts = async () => (await listOutbox(app())).filter(({ kind }) => kind === 'signInAlert')
      await failTimes(email, ALLOWED_FAILURES - 1)
      expect(await listAlerts()).toEqual([])
      await failTimes(email, 1)
      // An unknown account.
      await failTimes('nobody@example.com', ALLOWED_FAILURES)
      expect(await listAlerts()).toMatchObject([{ to: email, subject: '有人多次尝试登录您的智鉴账号' }])
      app().clock.advance(LOGIN_ATTEMPTS.windowMs + 1)
      await failTimes(email, ALLOWED_FAILURES)
      expect(await listAlerts()).toHaveLength(1)
      app().clock.advance(DAY_MS)
      await failTimes(email, ALLOWED_FAILURES)
      expect(await listAlerts()).toHaveLength(2)
    })

    it('audits the first of several rejected attempts', async () => {
      await failTimes('li.na', ALLOWED_FAILURES)
      for (let time = 0; time < 3; time += 1) await login('li.na')
      const entries = await listAudit(app(), 'auth.sign-in-slowed')
      expect(entries[0]).toMatchObject({ user: null, target: '李娜', ip: '127.0.0.1', detail: TOO_MANY.message })
      const at = entries[0]?.at
      expect(entries.filter((entry) => entry.at === at)).toHaveLength(1)
    })

    it('counts an IP address over all accounts', async () => {
      const allowedFailures = ALLOWED_FAILURES * LOGIN_ATTEMPTS.perAddress
      for (let account = 0; account < allowedFailures; account += 1) await failTimes(`account-${account}`, 1)
      expect(toResult(await login('li.na'))).toMatchObject(TOO_MANY)
    })

    it('applies the number of attempts in the settings', async () => {
      await saveSecurityForTest(app(), { maxLoginAttempts: 2 })
      await failTimes('li.na', 2)
      expect(toResult(await login('li.na'))).toMatchObject(TOO_MANY)
    })
  })
})
