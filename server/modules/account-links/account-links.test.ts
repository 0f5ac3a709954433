import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accountLinkCalls } from '#contracts/account-links/calls.ts'
import type { AuditAction } from '#contracts/audit/actions.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contracts/durations.ts'
import { MAILS_PER_ADDRESS } from '#contracts/limits.ts'
import type { MailKind } from '#contracts/mail/mail.ts'
import type { NotificationSettings } from '#contracts/settings/settings.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { findMailToken } from '#testing/factories/mail-tokens.ts'
import { saveSecurityForTest } from '#testing/factories/settings.ts'
import {
  bearer,
  type Caller,
  createSignedInUser,
  createUser,
  PASSWORD,
  SUPER_ADMIN,
  signIn,
} from '#testing/factories/users.ts'
import { listAudit, listOutbox } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const INVALID_LINK = { status: 404, message: '链接无效、已使用或已过期，请重新申请' }

onEveryDatabase('mailed links', (app) => {
  let admin: Caller
  const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
    app().server.inject({ method: 'POST', url, payload, headers })
  const getToken = async (kind: MailKind, to: string) => (await findMailToken(app(), kind, to)) ?? 'no mail'
  const listMails = async (kind?: MailKind) =>
    (await listOutbox(app())).filter((mail) => kind === undefined || mail.kind === kind)
  const login = (email: string, password: string) => post('/api/auth/login', { email, password })
  const setPassword = (token: string, newPassword = 'a new password') =>
    post('/api/auth/password/by-link', { token, newPassword })
  const verifyEmail = (token: string, password = PASSWORD) => post('/api/auth/email/verified', { token, password })
  const requestReset = (email: string) => post('/api/auth/password/forgotten', { email })
  const findNewestAuditEntry = async (action: AuditAction) => (await listAudit(app(), action))[0]
  const getStatus = async (id: string) => (await app().services.identity.get(id)).status
  const saveNotificationSettings = (value: Partial<NotificationSettings>) =>
    app().database.write((transaction) => app().services.settings.save(transaction, 'notifications', value))

  beforeAll(async () => {
    admin = await createSignedInUser(app(), 'super_admin', 'admin')
  })
  // Tests advance the clock by days, after which a session has expired.
  beforeEach(async () => {
    admin = { ...admin, headers: bearer((await signIn(app(), 'admin@example.com')).token) }
  })

  describe('while mail can’t be sent', () => {
    beforeAll(() => enableMail(app(), { isActive: false }))

    it('rejects every link request with the same error', async () => {
      const mailDisabled = { status: 409, message: '邮件服务尚未启用，无法发送邮件，请联系管理员' }
      expect(toResult(await requestReset('admin@example.com'))).toMatchObject(mailDisabled)
      expect(toResult(await requestReset('nobody@example.com'))).toMatchObject(mailDisabled)
      expect(toResult(await post('/api/auth/email/verification', { email: 'nobody@example.com' }))).toMatchObject(
        mailDisabled,
      )
    })

    it('rejects invitations, and creates no account', async () => {
      const invitation = { name: '甲', email: 'none@example.com', role: 'editor', invite: true }
      expect(toResult(await post('/api/users', invitation, admin.headers))).toMatchObject({
        status: 409,
        message: '邮件服务尚未启用，请直接设置密码',
      })
      expect(
        await app().services.users.list({ page: 1, limit: 10, search: 'none@', status: '', role: '' }, SUPER_ADMIN),
      ).toEqual({
        users: [],
        canInvite: false,
        pagination: { current: 1, total: 0, limit: 10, totalUsers: 0 },
      })
    })

    it('signs new members in without verification', async () => {
      const registered = await post('/api/auth/register', { name: '乙', email: 'open@example.com', password: PASSWORD })
      expect(registered.json()).toMatchObject({ token: expect.any(String), user: { status: 'active' } })
    })
  })

  describe('if mail can be sent', () => {
    beforeAll(() => enableMail(app()))
    beforeEach(() => app().database.write(({ db }) => db.deleteFrom('outbox').execute()))

    describe('an invitation', () => {
      const invite = async (email: string, role = 'editor') =>
        (await post('/api/users', { name: '新<b>同事</b>', email, role, invite: true }, admin.headers)).json()
      const resendInvitation = (userId: string) => post(`/api/users/${userId}/invitation`, {}, admin.headers)

      it('is mailed to the new user', async () => {
        const { data, message } = await invite('mailed@example.com')
        expect(message).toBe('邀请邮件已加入发件箱，马上发出')
        expect(data).toMatchObject({ status: 'pending', pendingStep: 'invitation' })
        const [mail] = await listMails()
        const content = await app().services.mail.outbox.findContent(mail?.id ?? '')
        expect(content?.html).toContain('新&lt;b&gt;同事&lt;/b&gt;，您好：')
        expect(content?.html).toContain('href="http://zhijian.test/account/password#token=')
      })

      it('is not used up by a password that is too short', async () => {
        await invite('short@example.com')
        const link = await getToken('invitation', 'short@example.com')
        expect((await setPassword(link, '12345')).json().errors[0]).toEqual({
          path: 'newPassword',
          message: '新密码长度至少为6位',
        })
        expect((await setPassword(link)).statusCode).toBe(200)
      })

      it('sets a password and activates the account, once', async () => {
        await invite('new@example.com')
        const link = await getToken('invitation', 'new@example.com')
        const reply = await setPassword(link)
        expect(reply.json()).toEqual({
          success: true,
          message: '密码已设置，请登录',
          data: { email: 'new@example.com', isForBackOffice: true, active: true, deviceToken: expect.any(String) },
        })
        expect((await signIn(app(), 'new@example.com', 'a new password')).user.role).toBe('editor')
        expect(toResult(await setPassword(link))).toMatchObject(INVALID_LINK)
      })

      it('is audited without the link', async () => {
        await invite('audited@example.com')
        const link = await getToken('invitation', 'audited@example.com')
        await setPassword(link)
        expect(await findNewestAuditEntry('auth.password')).toMatchObject({
          target: '新<b>同事</b>',
          detail: '通过邀请链接设置',
        })
        const stored = await app().database.read.selectFrom('auditEntries').selectAll().execute()
        expect(JSON.stringify(stored)).not.toContain(link)
      })

      it('expires after seven days', async () => {
        await invite('late.guest@example.com')
        const link = await getToken('invitation', 'late.guest@example.com')
        app().clock.advance(7 * DAY_MS)
        expect(toResult(await setPassword(link))).toMatchObject(INVALID_LINK)
      })

      it('becomes invalid if another invitation is sent', async () => {
        const { data } = await invite('again@example.com')
        app().clock.advance(1000)
        const secondReply = await resendInvitation(data._id)
        expect(toResult(secondReply)).toMatchObject({ status: 200, message: '邀请邮件已加入发件箱，马上发出' })
        const second = await getToken('invitation', 'again@example.com')
        app().clock.advance(1000)
        await resendInvitation(data._id)
        expect(toResult(await setPassword(second))).toMatchObject(INVALID_LINK)
        expect((await setPassword(await getToken('invitation', 'again@example.com'))).statusCode).toBe(200)
      })

      it("can't be sent to an active or unknown user", async () => {
        const user = await createUser(app(), { email: 'active@example.com' })
        expect(toResult(await resendInvitation(user._id))).toMatchObject({
          status: 409,
          message: '只能邀请尚未启用的用户',
        })
        expect((await resendInvitation('nobody')).statusCode).toBe(404)
      })

      it('becomes invalid if an administrator disables the account', async () => {
        const { data } = await invite('disabled@example.com')
        const link = await getToken('invitation', 'disabled@example.com')
        await app().services.users.setStatus(data._id, 'inactive', { ...admin, ip: null })
        expect(toResult(await setPassword(link))).toMatchObject(INVALID_LINK)
      })

      it('becomes invalid if an administrator changes the email address', async () => {
        const { data } = await invite('wrong@example.com')
        const link = await getToken('invitation', 'wrong@example.com')
        const reply = await app().server.inject({
          method: 'PUT',
          url: `/api/users/${data._id}`,
          payload: { name: data.name, email: 'right@example.com' },
          headers: admin.headers,
        })
        expect(reply.statusCode).toBe(200)
        expect(toResult(await setPassword(link))).toMatchObject(INVALID_LINK)
        expect(await getStatus(data._id)).toBe('pending')
      })

      it('accepts only one of two concurrent uses', async () => {
        await invite('twice@example.com')
        const link = await getToken('invitation', 'twice@example.com')
        const replies = await Promise.all([setPassword(link), setPassword(link)])
        expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
      })
    })

    describe('a new email address', () => {
      const setEmail = (id: string, name: string, email: string) =>
        app().server.inject({
          method: 'PUT',
          url: `/api/users/${id}`,
          payload: { name, email },
          headers: admin.headers,
        })

      it('is verified by its owner, and the previous one is told', async () => {
        const user = await createUser(app(), { email: 'moved.from@example.com' })
        const reply = await setEmail(user._id, user.name, 'moved.to@example.com')
        expect(reply.statusCode).toBe(200)
        const mails = (await listMails()).filter(({ to }) => to.startsWith('moved'))
        expect(mails.toSorted((a, b) => a.kind.localeCompare(b.kind))).toMatchObject([
          { kind: 'emailChanged', to: 'moved.from@example.com' },
          { kind: 'emailVerification', to: 'moved.to@example.com' },
        ])
        const isVerified = async () => {
          const row = await app().services.identity.accounts.find(app().database.read, user._id)
          return row?.emailVerifiedAt !== null
        }
        expect(await isVerified()).toBe(false)
        const verified = await verifyEmail(await getToken('emailVerification', 'moved.to@example.com'))
        expect(verified.statusCode).toBe(200)
        expect(await isVerified()).toBe(true)
      })

      it('gets no link that would activate an account that awaits an administrator', async () => {
        const user = await createUser(app(), { email: 'undecided@example.com', status: 'pending' })
        expect((await setEmail(user._id, user.name, 'undecided.too@example.com')).statusCode).toBe(200)
        expect((await listMails()).filter(({ to }) => to.startsWith('undecided'))).toEqual([])
      })
    })

    describe('a password reset', () => {
      const RESET_REQUESTED = { status: 200, message: '如果该邮箱已注册，重置密码的邮件将很快送达' }

      it('returns the same response for known and unknown email addresses', async () => {
        await createUser(app(), { email: 'known@example.com' })
        await createUser(app(), { email: 'off@example.com', status: 'inactive' })
        for (const email of ['Known@Example.com', 'unknown@example.com', 'off@example.com'])
          expect(toResult(await requestReset(email))).toMatchObject(RESET_REQUESTED)
        expect((await listMails()).map(({ to, kind }) => [to, kind])).toEqual([['known@example.com', 'passwordReset']])
      })

      it('sets a new password by the mailed link, and ends all sessions', async () => {
        const user = await createUser(app(), { email: 'forgets@example.com' })
        const earlierSession = await signIn(app(), 'forgets@example.com')
        await requestReset('forgets@example.com')
        const reply = await setPassword(await getToken('passwordReset', 'forgets@example.com'))
        const { deviceToken, ...account } = reply.json().data
        expect(account).toEqual({ email: 'forgets@example.com', isForBackOffice: false, active: true })
        expect(deviceToken).toMatch(/^[\w-]{43}$/)
        const headers = bearer(earlierSession.token)
        expect((await app().server.inject({ url: '/api/auth/me', headers })).statusCode).toBe(401)
        expect((await signIn(app(), 'forgets@example.com', 'a new password')).user._id).toBe(user._id)
      })

      it('is audited', async () => {
        await createUser(app(), { email: 'reset@example.com', name: '健忘者' })
        await requestReset('reset@example.com')
        await setPassword(await getToken('passwordReset', 'reset@example.com'))
        expect(await findNewestAuditEntry('auth.password')).toMatchObject({
          target: '健忘者',
          detail: '通过重置链接设置',
        })
      })

      it('is possible only within an hour', async () => {
        await createUser(app(), { email: 'late@example.com' })
        await requestReset('late@example.com')
        const link = await getToken('passwordReset', 'late@example.com')
        app().clock.advance(HOUR_MS)
        expect(toResult(await setPassword(link))).toMatchObject(INVALID_LINK)
      })

      it('unlocks an account that was locked by failed attempts', async () => {
        await createUser(app(), { email: 'locked@example.com' })
        await saveSecurityForTest(app(), { maxLoginAttempts: 1 })
        await login('locked@example.com', 'wrong')
        expect((await login('locked@example.com', PASSWORD)).statusCode).toBe(429)
        await requestReset('locked@example.com')
        await setPassword(await getToken('passwordReset', 'locked@example.com'))
        expect((await login('locked@example.com', 'a new password')).statusCode).toBe(200)
      })

      it('sends at most one mail in two minutes', async () => {
        await createUser(app(), { email: 'often@example.com' })
        await requestReset('often@example.com')
        expect(toResult(await requestReset('often@example.com'))).toMatchObject(RESET_REQUESTED)
        expect(await listMails()).toHaveLength(1)
        app().clock.advance(2 * MINUTE_MS)
        const first = await getToken('passwordReset', 'often@example.com')
        await requestReset('often@example.com')
        expect(await listMails()).toHaveLength(2)
        expect(toResult(await setPassword(first))).toMatchObject(INVALID_LINK)
      })

      it('sends another mail if the last one was sent by a clock that was ahead', async () => {
        await createUser(app(), { email: 'ahead@example.com' })
        app().clock.advance(DAY_MS)
        await requestReset('ahead@example.com')
        app().clock.advance(-DAY_MS)
        await requestReset('ahead@example.com')
        expect(await listMails()).toHaveLength(2)
      })

      it('keeps the last link valid once the address has got the maximum of the day', async () => {
        await createUser(app(), { email: 'flooded@example.com' })
        for (let index = 0; index < MAILS_PER_ADDRESS.max.passwordReset; index += 1) {
          await requestReset('flooded@example.com')
          app().clock.advance(2 * MINUTE_MS)
        }
        const last = await getToken('passwordReset', 'flooded@example.com')
        expect(toResult(await requestReset('flooded@example.com'))).toMatchObject(RESET_REQUESTED)
        expect(await getToken('passwordReset', 'flooded@example.com')).toBe(last)
        expect((await setPassword(last)).statusCode).toBe(200)
      })

      it('rejects the link after the password was changed', async () => {
        const user = await createUser(app(), { email: 'other@example.com' })
        await requestReset('other@example.com')
        const link = await getToken('passwordReset', 'other@example.com')
        await app().services.users.setPassword(user._id, 'by the administrator', { ...admin, ip: null })
        expect(toResult(await setPassword(link))).toMatchObject(INVALID_LINK)
      })

      it("doesn't activate accounts that await an administrator's decision", async () => {
        const user = await createUser(app(), { email: 'waiting@example.com', status: 'pending' })
        await requestReset('waiting@example.com')
        const reply = await setPassword(await getToken('passwordReset', 'waiting@example.com'))
        expect(reply.json().data.active).toBe(false)
        expect(await getStatus(user._id)).toBe('pending')
      })

      it.each([
        ['no email address', {}],
        ['a blank email address', { email: '' }],
        ['an email address without a top-level domain', { email: 'a@b' }],
        ['a list', { email: ['a@example.com'] }],
        ['NUL', { email: '\0@example.com' }],
      ])('is rejected with %s', async (_, payload) => {
        expect((await post('/api/auth/password/forgotten', payload)).statusCode).toBe(400)
      })
    })

    describe('a registration', () => {
      const register = (email: string) => post('/api/auth/register', { name: '赵六', email, password: PASSWORD })

      it("requires email verification and doesn't sign in", async () => {
        const reply = await register('Li@Example.com')
        expect(reply.json()).toEqual({
          success: true,
          message: '注册成功，请按邮件中的链接验证邮箱后登录',
          verificationRequired: true,
          user: expect.objectContaining({ email: 'li@example.com', status: 'pending', lastLogin: null }),
        })
      })

      it('reveals that the email address is not verified only after a correct password', async () => {
        await register('unverified.li@example.com')
        expect(toResult(await login('unverified.li', PASSWORD))).toEqual({
          status: 403,
          success: false,
          message: '请先按邮件中的链接验证邮箱',
          reason: 'email-not-verified',
        })
        expect((await login('unverified.li', 'wrong')).statusCode).toBe(401)
      })

      it('is activated by the link in the verification mail, once', async () => {
        await register('zhao@example.com')
        const link = await getToken('emailVerification', 'zhao@example.com')
        expect(toResult(await setPassword(link))).toMatchObject(INVALID_LINK)
        expect(toResult(await verifyEmail(link))).toMatchObject({
          status: 200,
          message: '邮箱已验证，请登录',
          data: { email: 'zhao@example.com' },
        })
        expect(toResult(await verifyEmail(link))).toMatchObject(INVALID_LINK)
        expect((await signIn(app(), 'zhao')).user.status).toBe('active')
        expect(await findNewestAuditEntry('auth.email')).toMatchObject({ target: '赵六' })
      })

      it("isn't activated by a reader of the mail who doesn't know its password", async () => {
        await register('squatted@example.com')
        const link = await getToken('emailVerification', 'squatted@example.com')
        expect(toResult(await verifyEmail(link, 'of the real owner'))).toMatchObject({
          status: 400,
          errors: [{ path: 'password', message: '当前密码不正确' }],
        })
        expect((await login('squatted@example.com', PASSWORD)).statusCode).toBe(403)
        expect(await findNewestAuditEntry('auth.email')).toMatchObject({ detail: '未执行：当前密码不正确' })
        // The real owner of the mailbox sets a password of their own, and the first one ends.
        await requestReset('squatted@example.com')
        await setPassword(await getToken('passwordReset', 'squatted@example.com'))
        expect((await login('squatted@example.com', PASSWORD)).statusCode).toBe(401)
        expect((await signIn(app(), 'squatted@example.com', 'a new password')).user.status).toBe('active')
      })

      it('slows down guesses of the password by whoever has the link, and nobody else', async () => {
        await saveSecurityForTest(app(), { maxLoginAttempts: 2 })
        await register('guessed@example.com')
        const link = await getToken('emailVerification', 'guessed@example.com')
        const statuses: number[] = []
        for (let guess = 0; guess < 3; guess += 1) statuses.push((await verifyEmail(link, `guess ${guess}`)).statusCode)
        expect(statuses).toEqual([400, 400, 429])
        expect((await login('guessed@example.com', PASSWORD)).statusCode).toBe(403)
      })

      it('hides whether the email address has an account', async () => {
        await createUser(app(), { email: 'owner@example.com', name: '钱<七>' })
        const measure = async (email: string) => {
          const startedAt = performance.now()
          const reply = await register(email)
          return { reply: reply.json(), status: reply.statusCode, ms: performance.now() - startedAt }
        }
        const known = await measure('Owner@example.com')
        const unknown = await measure('stranger@example.com')
        const hidden = { _id: expect.any(String), username: expect.any(String), email: expect.any(String) }
        const shape = { ...unknown.reply, user: { ...unknown.reply.user, ...hidden } }
        expect({ status: known.status, reply: known.reply }).toEqual({ status: 200, reply: shape })
        expect({ status: unknown.status, reply: unknown.reply }).toEqual({ status: 200, reply: shape })
        expect(known.reply.user.email).toBe('owner@example.com')
        // Both responses are delayed to the same time, which is longer than the work takes.
        for (const { ms } of [known, unknown]) expect(ms).toBeGreaterThan(290)
        expect((await signIn(app(), 'owner@example.com')).user.name).toBe('钱<七>')
      })

      it('notifies the owner of an existing account at most once a day', async () => {
        await createUser(app(), { email: 'existing@example.com' })
        const listNotifications = () => listMails('registrationAttempt')
        await register('existing@example.com')
        await register('existing@example.com')
        expect((await listNotifications()).map(({ to, subject }) => [to, subject])).toEqual([
          ['existing@example.com', '您在智鉴已有账号'],
        ])
        app().clock.advance(DAY_MS)
        await register('existing@example.com')
        expect(await listNotifications()).toHaveLength(2)
      })

      it('returns the same response twice if sent concurrently, and creates one account', async () => {
        const replies = await Promise.all(['race@example.com', 'race@example.com'].map(register))
        expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
        expect((await listMails()).filter(({ to }) => to === 'race@example.com')).toHaveLength(1)
      })

      it('resends the verification mail, with the same response for every email address', async () => {
        const resend = (email: string) => post('/api/auth/email/verification', { email })
        await register('resend@example.com')
        const first = await getToken('emailVerification', 'resend@example.com')
        app().clock.advance(3 * DAY_MS)
        expect(toResult(await verifyEmail(first))).toMatchObject(INVALID_LINK)
        for (const email of ['resend@example.com', 'admin@example.com', 'nobody@example.com'])
          expect(toResult(await resend(email))).toMatchObject({
            status: 200,
            message: '如果该邮箱有等待验证的账号，验证邮件将很快送达',
          })
        expect(await listMails()).toHaveLength(2)
        const second = await getToken('emailVerification', 'resend@example.com')
        expect((await verifyEmail(second)).statusCode).toBe(200)
      })

      it('can be verified later with a mail that the user requests', async () => {
        await createUser(app(), { email: 'later@example.com', name: '后来' })
        const headers = bearer((await signIn(app(), 'later@example.com')).token)
        const url = accountLinkCalls.requestVerification.path
        const request = () => app().server.inject({ method: 'POST', url, headers })
        const getEmailVerifiedAt = async () =>
          (await app().services.identity.accounts.findByEmail(app().database.read, 'later@example.com'))
            ?.emailVerifiedAt
        expect(toResult(await request())).toMatchObject({ status: 200, message: '验证邮件已发送，请打开其中的链接' })
        expect((await request()).statusCode).toBe(200)
        expect((await listMails()).filter(({ to }) => to === 'later@example.com')).toHaveLength(1)
        expect(await getEmailVerifiedAt()).toBeNull()
        await verifyEmail(await getToken('emailVerification', 'later@example.com'))
        expect(await getEmailVerifiedAt()).toBe(app().clock.now().toISOString())
        expect(toResult(await request())).toMatchObject({ status: 409, message: '邮箱已经验证过' })
      })

      it('requires verification again if the email address changes', async () => {
        await register('settled@example.com')
        await verifyEmail(await getToken('emailVerification', 'settled@example.com'))
        const change = (from: string, email: string) =>
          app().database.write(async (transaction) => {
            const { accounts } = app().services.identity
            const row = await accounts.findByEmail(transaction.db, from)
            return row && accounts.update(transaction, row, { email }, { actor: row })
          })
        const recased = await change('settled@example.com', 'Settled@example.com')
        expect(recased?.emailVerifiedAt).toEqual(expect.any(String))
        expect((await change('settled@example.com', 'resettled@example.com'))?.emailVerifiedAt).toBeNull()
      })

      it('is also verified by setting a password with a mailed link', async () => {
        const { user } = (await register('both@example.com')).json()
        await requestReset('both@example.com')
        await setPassword(await getToken('passwordReset', 'both@example.com'))
        expect(await getStatus(user._id)).toBe('active')
      })

      describe('if super_admins are notified of new members', () => {
        const listAlerts = () => listMails('registrationAlert')
        beforeEach(() => saveNotificationSettings({ emailNotifications: true, userRegistrationAlerts: true }))
        afterAll(() => saveNotificationSettings({}))

        it('notifies active super_admins once the email address is verified', async () => {
          await register('verified@example.com')
          expect(await listAlerts()).toEqual([])
          await verifyEmail(await getToken('emailVerification', 'verified@example.com'))
          expect((await listAlerts()).map(({ to, subject }) => [to, subject])).toEqual([
            ['admin@example.com', '智鉴有新用户注册：赵六'],
          ])
        })

        it('notifies them immediately if no verification is required', async () => {
          await saveSecurityForTest(app(), { requireEmailVerification: false })
          expect((await register('unverified@example.com')).json().token).toEqual(expect.any(String))
          expect(await listAlerts()).toHaveLength(1)
        })

        it('notifies nobody if mail notifications are disabled', async () => {
          await saveNotificationSettings({ emailNotifications: false, userRegistrationAlerts: true })
          await register('unannounced@example.com')
          expect(await listAlerts()).toEqual([])
        })
      })
    })

    it.each(["' or 1=1 --", '<script>', 'x'.repeat(200), '🀄'])('rejects the token %j', async (text) => {
      expect(toResult(await setPassword(text))).toMatchObject(INVALID_LINK)
      expect(toResult(await verifyEmail(text))).toMatchObject(INVALID_LINK)
    })

    it.each([
      ['no token', {}],
      ['a blank token', { token: '' }],
      ['a token that is an object', { token: { $ne: '' } }],
      ['a token that is too long', { token: 'x'.repeat(201) }],
    ])('rejects %s', async (_, payload) => {
      expect((await post('/api/auth/email/verified', { ...payload, password: PASSWORD })).statusCode).toBe(400)
      expect((await post('/api/auth/password/by-link', { ...payload, newPassword: '123456' })).statusCode).toBe(400)
    })
  })
})
