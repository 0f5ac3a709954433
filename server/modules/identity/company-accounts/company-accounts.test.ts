import type { InjectOptions } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SignedIn } from '#contracts/identity/account.ts'
import { COMPANY_MESSAGES } from '#contracts/identity/company-messages.ts'
import type { CompanyBegin, CompanyRedirect } from '#contracts/identity/company-sign-in.ts'
import { COMPANY_SIGN_IN, LOGIN_ATTEMPTS } from '#contracts/limits.ts'
import { createKey } from '#testing/factories/keys.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { bearer, type Caller, createSignedInUser, createUser, PASSWORD, signIn } from '#testing/factories/users.ts'
import { CLIENT_ID, CLIENT_SECRET, startIdentityProvider } from '#testing/identity-provider.ts'
import { listAudit, listOutbox } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { generateCode, getTimeStep } from '../two-factor/one-time-codes.ts'

const ROOT = '/api/auth/company'

onEveryDatabase("companies' accounts", (app) => {
  let idp: Awaited<ReturnType<typeof startIdentityProvider>>
  let admin: Caller
  let provider = ''
  let version = 1
  let count = 0
  let person: { sub: string; email: string; email_verified: boolean; name: string }

  const send = (method: InjectOptions['method'], url: string, payload?: object, token?: string) =>
    app().server.inject({ method, url, ...(payload && { payload }), ...(token && { headers: bearer(token) }) })
  const sendAsAdmin = (method: InjectOptions['method'], url: string, payload?: object, caller = admin) =>
    app().server.inject({ method, url, ...(payload && { payload }), headers: caller.headers })

  const buildSettings = (overrides: object = {}) => ({
    kind: 'oidc',
    label: '公司统一登录',
    issuer: idp.issuer,
    clientId: CLIENT_ID,
    secret: CLIENT_SECRET,
    isForStaff: true,
    isForMembers: true,
    ...overrides,
  })
  const configure = async (overrides: object = {}) => {
    const reply = await sendAsAdmin('PUT', `/api/sign-in-providers/${provider}`, buildSettings(overrides))
    expect(reply.statusCode).toBe(200)
    version = reply.json().data.version
  }
  const setStaff = (body: object, caller = admin) => sendAsAdmin('PUT', '/api/staff-sign-in', body, caller)

  const begin = async (input: Partial<CompanyBegin> = {}): Promise<CompanyRedirect> =>
    (await send('POST', ROOT, { provider, area: 'site', ...input })).json().data
  const answer = (ceremony: string, query: string, token?: string) =>
    send('POST', token ? `${ROOT}/accounts` : `${ROOT}/answer`, { ceremony, query }, token)
  async function goThrough(input: Partial<CompanyBegin> = {}) {
    const { url, ceremony } = await begin(input)
    return answer(ceremony, idp.authorize(url))
  }
  async function signInAt(): Promise<SignedIn> {
    const { data } = (await goThrough()).json()
    expect(data).toMatchObject({ step: 'signed-in' })
    return data.signIn
  }
  async function link(token: string, credentials: object = { password: PASSWORD }) {
    const started = await send('POST', `${ROOT}/accounts/options`, { provider, area: 'site', ...credentials }, token)
    if (started.statusCode !== 200) return started
    const { url, ceremony } = started.json().data
    return answer(ceremony, idp.authorize(url), token)
  }
  const list = async (token: string) => (await send('GET', `${ROOT}/accounts`, undefined, token)).json().data
  const unlink = (id: string, token: string, credentials: object = { password: PASSWORD }) =>
    send('DELETE', `${ROOT}/accounts/${id}`, credentials, token)
  const createMember = (fields: object = {}) => createUser(app(), { email: person.email, ...fields })
  const setStatus = (id: string, status: 'inactive' | 'active') =>
    app().database.write(({ db }) => db.updateTable('users').set({ status }).where('id', '=', id).execute())

  beforeAll(async () => {
    idp = await startIdentityProvider()
    admin = await createSignedInUser(app(), 'super_admin')
    const created = await sendAsAdmin('POST', '/api/sign-in-providers', buildSettings())
    expect(created.statusCode).toBe(200)
    provider = created.json().data.id
  })
  afterAll(() => idp.stop())

  beforeEach(async () => {
    app().clock.advance(LOGIN_ATTEMPTS.windowMs + 1)
    admin = { ...admin, headers: bearer((await signIn(app(), 'super_admin@example.com')).token) }
    count += 1
    person = {
      sub: `subject-${count}`,
      email: `person-${count}@corp.example`,
      email_verified: true,
      name: `李${count}`,
    }
    idp.behave({ claims: person })
    await configure()
  })

  describe('a first sign-in', () => {
    it('creates an account without a password, by the address that the provider has verified', async () => {
      const { user, token } = await signInAt()
      expect(user).toMatchObject({ email: person.email, name: person.name, role: 'member', status: 'active' })
      expect(await list(token)).toMatchObject({
        hasPassword: false,
        accounts: [{ label: '公司统一登录', name: person.name, provider, lastUsedAt: null }],
      })
      const reply = await send('POST', '/api/auth/login', { email: person.email, password: 'any password' })
      expect(reply.statusCode).toBe(401)
      expect((await listAudit(app(), 'auth.sign-in'))[0]).toMatchObject({ target: person.name, detail: '公司统一登录' })
    })

    it('asks for the password of the account that has the address, before it joins that one', async () => {
      await enableMail(app())
      const member = await createMember()
      const { data } = (await goThrough()).json()
      expect(data).toMatchObject({ step: 'join', email: person.email })
      const { challenge } = data
      const join = (password: string) => send('POST', `${ROOT}/join`, { challenge, password })
      expect(toResult(await join('wrong'))).toMatchObject({ status: 400, errors: [{ path: 'password' }] })
      expect((await join(PASSWORD)).json().data.user).toMatchObject({ _id: member._id })
      expect((await join(PASSWORD)).statusCode).toBe(401)
      expect((await signInAt()).user._id).toBe(member._id)
      const [entry] = await listAudit(app(), 'auth.company-account')
      expect(entry).toMatchObject({ target: member.name, detail: '绑定“公司统一登录”' })
      const mails = (await listOutbox(app())).filter(({ to }) => to === person.email)
      expect(mails.map(({ kind }) => kind)).toContain('companyAccountNotice')
    })

    it('joins only the account of the verified address, whatever address is typed', async () => {
      await createMember()
      const other = await createUser(app(), { email: `other-${count}@example.com` })
      const { challenge } = (await goThrough()).json().data
      const reply = await send('POST', `${ROOT}/join`, { challenge, email: other.email, password: PASSWORD })
      expect(reply.json().data.user.email).toBe(person.email)
    })

    it('also asks for the code of an account with two-factor sign-in', async () => {
      await createMember()
      const secret = await enableTwoFactor((await signIn(app(), person.email)).token)
      const { challenge } = (await goThrough()).json().data
      const join = (code?: string) => send('POST', `${ROOT}/join`, { challenge, password: PASSWORD, code })
      expect(toResult(await join())).toMatchObject({ status: 400, errors: [{ path: 'code' }] })
      expect(toResult(await join('000000'))).toMatchObject({ status: 400, errors: [{ path: 'code' }] })
      expect((await join(createCode(secret))).statusCode).toBe(200)
    })

    it.each([{ email_verified: false }, { email_verified: undefined }, { email_verified: 'true' }])(
      'takes no address for granted that the provider has not verified: %o',
      async (claim) => {
        const member = await createMember()
        idp.behave({ claims: { ...person, ...claim } })
        const { data } = (await goThrough()).json()
        expect(data).toMatchObject({ step: 'join', email: null })
        const { challenge } = data
        const join = (email?: string) => send('POST', `${ROOT}/join`, { challenge, email, password: PASSWORD })
        expect(toResult(await join())).toMatchObject({ status: 400, errors: [{ path: 'email' }] })
        expect((await join(member.email)).json().data.user._id).toBe(member._id)
      },
    )

    it('slows down who guesses the password', async () => {
      await createMember()
      const { challenge } = (await goThrough()).json().data
      const statuses: number[] = []
      for (let index = 0; index < 7; index += 1)
        statuses.push((await send('POST', `${ROOT}/join`, { challenge, password: `wrong ${index}` })).statusCode)
      expect(statuses.at(0)).toBe(400)
      expect(statuses.at(-1)).toBe(429)
    })

    it('gives the role that the claim maps to, but never that of a super admin', async () => {
      const roles = [
        { value: 'reviewers', role: 'reviewer' },
        { value: 'editors', role: 'editor' },
      ]
      await configure({ roleClaim: 'groups', roles })
      idp.behave({ claims: person, userInfo: { groups: ['all', 'editors'] } })
      expect((await signInAt()).user.role).toBe('editor')
      const asSuperAdmin = buildSettings({ roleClaim: 'groups', roles: [{ value: 'all', role: 'super_admin' }] })
      expect((await sendAsAdmin('PUT', `/api/sign-in-providers/${provider}`, asSuperAdmin)).statusCode).toBe(400)
    })

    it('creates no account where only the staff may come in, and the claim gives no role', async () => {
      await configure({ isForMembers: false })
      expect(toResult(await goThrough())).toMatchObject({ status: 403, message: COMPANY_MESSAGES.noAccount })
    })

    it('gives no role while the claim is cut', async () => {
      const roles = [{ value: 'editors', role: 'editor' }]
      await configure({ roleClaim: 'groups', roles })
      idp.behave({ claims: person, userInfo: { hasgroups: true } })
      expect((await signInAt()).user.role).toBe('member')
      person = { ...person, sub: `new-${count}`, email: `new-${count}@corp.example` }
      idp.behave({ claims: person, userInfo: { hasgroups: true } })
      await configure({ roleClaim: 'groups', roles, isForMembers: false })
      expect(toResult(await goThrough())).toMatchObject({
        status: 403,
        message: COMPANY_MESSAGES.claimNeeded('公司统一登录', 'groups'),
      })
    })
  })

  describe('a known account', () => {
    it('is found by issuer and subject, not by its address', async () => {
      const { user } = await signInAt()
      idp.behave({ claims: { ...person, email: `renamed-${count}@corp.example` } })
      expect((await signInAt()).user).toMatchObject({ _id: user._id, email: person.email })
      idp.behave({ claims: { ...person, sub: `${person.sub}-successor` } })
      expect((await goThrough()).json().data).toMatchObject({ step: 'join' })
    })

    it('is refused once it is disabled, and is another one after it was deleted', async () => {
      const { user } = await signInAt()
      await setStatus(user._id, 'inactive')
      expect(toResult(await goThrough())).toMatchObject({ status: 403, message: '账号已被禁用，请联系管理员' })
      await app().database.write(({ db }) => db.deleteFrom('users').where('id', '=', user._id).execute())
      expect((await signInAt()).user._id).not.toBe(user._id)
    })

    it('is refused where the provider is not for its role', async () => {
      await signInAt()
      await configure({ isForMembers: false })
      expect(toResult(await goThrough())).toMatchObject({ status: 403, message: COMPANY_MESSAGES.notForRole })
    })

    it('has the role that the claim maps to at each sign-in, and none without it', async () => {
      const roles = [
        { value: 'reviewers', role: 'reviewer' },
        { value: 'editors', role: 'editor' },
      ]
      await configure({ roleClaim: 'groups', roles })
      const signInAs = async (...groups: string[]) => {
        idp.behave({ claims: person, userInfo: { groups } })
        return (await signInAt()).user.role
      }
      expect(await signInAs('editors')).toBe('editor')
      expect(await signInAs('reviewers')).toBe('reviewer')
      expect(await signInAs()).toBe('member')
      expect((await listAudit(app(), 'user.update'))[0]).toMatchObject({
        target: person.name,
        detail: '角色：审核员 → 注册访客（“公司统一登录”的声明）',
      })
    })

    it.each([
      ['_claim_names', { _claim_names: { groups: 'src1' } }],
      ['hasgroups', { hasgroups: true }],
    ])('keeps its role while the claim is cut, as %s says, which it and the audit are told', async (_, userInfo) => {
      await configure({ roleClaim: 'groups', roles: [{ value: 'editors', role: 'editor' }] })
      idp.behave({ claims: person, userInfo: { groups: ['editors'] } })
      expect(await signInAt()).not.toHaveProperty('notice')
      idp.behave({ claims: person, userInfo })
      expect(await signInAt()).toMatchObject({
        user: { role: 'editor' },
        notice: COMPANY_MESSAGES.claimCut('公司统一登录', 'groups'),
      })
      expect((await listAudit(app(), 'auth.sign-in'))[0]).toMatchObject({
        target: person.name,
        detail: '公司统一登录，略去了声明“groups”，角色未变',
      })
    })

    it.each([
      ['left out', {}],
      ['null', { groups: null }],
      ['cut for another claim', { _claim_names: { roles: 'src1' } }],
    ])('loses its role where the claim is %s', async (_, userInfo) => {
      await configure({ roleClaim: 'groups', roles: [{ value: 'editors', role: 'editor' }] })
      idp.behave({ claims: person, userInfo: { groups: ['editors'] } })
      expect((await signInAt()).user.role).toBe('editor')
      idp.behave({ claims: person, userInfo })
      const signedIn = await signInAt()
      expect(signedIn.user.role).toBe('member')
      expect(signedIn).not.toHaveProperty('notice')
    })

    it('lets a colleague manage its organisation once the claim makes it one of the staff', async () => {
      await configure({ roleClaim: 'groups', roles: [{ value: 'editors', role: 'editor' }] })
      const { user } = await signInAt()
      const colleague = await createUser(app(), {
        email: `colleague-${count}@corp.example`,
        emailVerifiedAt: app().clock.now().toISOString(),
      })
      const statusAt = app().clock.now().toISOString()
      const organisationId = `organisation-${count}`
      await app().database.write(async ({ db }) => {
        await db
          .insertInto('vendorOrganisations')
          .values({ id: organisationId, name: '排班', createdAt: statusAt })
          .execute()
        for (const { _id: userId, email, role } of [
          { ...user, role: 'manager' as const },
          { ...colleague, role: 'editor' as const },
        ])
          await db
            .insertInto('vendorMembers')
            .values({ id: userId, organisationId, email, userId, role, status: 'active', statusAt })
            .execute()
      })
      idp.behave({ claims: person, userInfo: { groups: ['editors'] } })
      expect((await signInAt()).user.role).toBe('editor')
      const rows = app().database.read.selectFrom('vendorMembers').select('role').where('id', '=', colleague._id)
      expect(await rows.executeTakeFirst()).toEqual({ role: 'manager' })
    })

    it('keeps the role of the staff where only members come in, or no claim is read', async () => {
      const roles = [{ value: 'editors', role: 'editor' }]
      await createMember({ role: 'editor' })
      expect((await link((await signIn(app(), person.email)).token)).statusCode).toBe(200)
      await configure({ roleClaim: 'groups', roles, isForStaff: false })
      expect(toResult(await goThrough())).toMatchObject({ status: 403, message: COMPANY_MESSAGES.notForRole })
      await configure()
      expect((await signInAt()).user.role).toBe('editor')
      const unread = await sendAsAdmin('PUT', `/api/sign-in-providers/${provider}`, buildSettings({ roles }))
      expect(toResult(unread)).toMatchObject({ status: 400, errors: [{ path: 'roleClaim' }] })
    })

    it('never changes a super admin by a claim', async () => {
      await configure({ roleClaim: 'groups', roles: [{ value: 'editors', role: 'editor' }] })
      const admin = await createSignedInUser(app(), 'super_admin', `kept-${count}`)
      idp.behave({ claims: { ...person, sub: `kept-${count}` }, userInfo: { groups: ['editors'] } })
      expect((await link(admin.headers.authorization.slice('Bearer '.length))).statusCode).toBe(200)
      expect((await signInAt()).user.role).toBe('super_admin')
    })

    it('loses its sessions with the provider, by which they began', async () => {
      const { token } = await signInAt()
      const getStatus = async () =>
        (await app().server.inject({ url: '/api/auth/sessions', headers: { authorization: `Bearer ${token}` } }))
          .statusCode
      expect(await getStatus()).toBe(200)
      await configure({ isForMembers: false, isForStaff: true })
      expect(await getStatus()).toBe(401)
    })

    it('loses its sessions, too, if another issuer takes the place of its own', async () => {
      const { token } = await signInAt()
      await configure({ issuer: idp.issuer.replace('127.0.0.1', 'localhost') })
      expect((await send('GET', '/api/auth/sessions', undefined, token)).statusCode).toBe(401)
    })

    it('is refused outside the listed domains, or without a verified address', async () => {
      await configure({ domains: ['@Corp.example'] })
      await signInAt()
      idp.behave({ claims: { ...person, email: 'person@corp.example.evil.example' } })
      expect(toResult(await goThrough())).toMatchObject({ status: 403, message: COMPANY_MESSAGES.wrongDomain })
      idp.behave({ claims: { ...person, email_verified: false } })
      expect(toResult(await goThrough())).toMatchObject({ status: 403, message: COMPANY_MESSAGES.wrongDomain })
    })

    it('is asked for an account if the address is verified in another place, or could be somebody else’s', async () => {
      const { email_verified: _, ...unverified } = person
      const goThroughAs = async (claims: object, userInfo = {}) => {
        idp.behave({ claims: { ...claims }, userInfo })
        return (await goThrough()).json().data
      }
      const elsewhere = { email: `other-${count}@corp.example`, email_verified: true }
      expect(await goThroughAs(unverified, { email_verified: true })).toMatchObject({ step: 'join', email: null })
      for (const email of [person.email.replace('p', 'ｐ'), 'corp.example', `${'a'.repeat(250)}@corp.example`])
        expect(await goThroughAs({ ...person, email })).toMatchObject({ step: 'join', email: null })
      expect((await goThroughAs(unverified, elsewhere)).signIn.user.email).toBe(elsewhere.email)
    })

    it('takes names that cannot be stored or read as they are, and no such subject', async () => {
      idp.behave({ claims: { ...person, name: ` 李\u0000四\u202e${'长'.repeat(200)}` } })
      const { user, token } = await signInAt()
      expect(user.name).toMatch(/^李\ufffd四长{55}$/)
      expect((await list(token)).accounts).toMatchObject([{ name: user.name }])
      const other = { ...person, email: `other-${count}@corp.example` }
      idp.behave({ claims: { ...other, sub: `blank-${count}`, name: '\u3164' } })
      expect((await signInAt()).user.name).toBe('未命名')
      for (const sub of ['with\u0000', 's'.repeat(256)]) {
        idp.behave({ claims: { ...other, sub } })
        expect(toResult(await goThrough())).toMatchObject({ status: 401, message: COMPANY_MESSAGES.rejected })
      }
    })

    it('signs out at the provider, too', async () => {
      const { token } = await signInAt()
      const { providerUrl } = (await send('POST', '/api/auth/logout', undefined, token)).json().data
      const url = new URL(providerUrl)
      expect(url.origin + url.pathname).toBe(`${idp.issuer}/sign-out`)
      expect(url.searchParams.get('id_token_hint')).toMatch(/^ey/)
      expect(url.searchParams.get('post_logout_redirect_uri')).toBe('http://zhijian.test/')
      const { email } = await createUser(app(), { email: `plain-${count}@example.com` })
      const plain = await signIn(app(), email)
      expect((await send('POST', '/api/auth/logout', undefined, plain.token)).json().data).toBeNull()
    })
  })

  describe('the way to the provider and back', () => {
    it('can be completed once', async () => {
      const { url, ceremony } = await begin()
      const query = idp.authorize(url)
      expect((await answer(ceremony, query)).statusCode).toBe(200)
      expect(toResult(await answer(ceremony, query))).toMatchObject({ status: 401, message: COMPANY_MESSAGES.expired })
    })

    it('uses a code up, even in another flow', async () => {
      const first = await begin()
      const query = new URLSearchParams(idp.authorize(first.url))
      expect((await answer(first.ceremony, query.toString())).statusCode).toBe(200)
      const second = await begin()
      query.set('state', new URL(second.url).searchParams.get('state') ?? '')
      expect(toResult(await answer(second.ceremony, query.toString()))).toMatchObject({
        status: 401,
        message: COMPANY_MESSAGES.rejected,
      })
    })

    it('is closed to another browser, which has the address but not what the first one keeps', async () => {
      const [victim, attacker] = [await begin(), await begin()]
      const query = idp.authorize(attacker.url)
      expect(toResult(await answer(victim.ceremony, query))).toMatchObject({
        status: 401,
        message: COMPANY_MESSAGES.expired,
      })
    })

    it('expires', async () => {
      const { url, ceremony } = await begin()
      app().clock.advance(COMPANY_SIGN_IN.flowMs)
      expect((await answer(ceremony, idp.authorize(url))).statusCode).toBe(401)
    })

    it.each([
      ['/my/account', '/my/account'],
      ['https://evil.example/', '/'],
      ['//evil.example', '/'],
      ['/\\evil.example', '/'],
      ['javascript:alert(1)', '/'],
    ])('returns from "%s" to "%s"', async (returnTo, expected) => {
      expect((await goThrough({ returnTo })).json().data.returnTo).toBe(expected)
    })

    it('says what the provider reports', async () => {
      const { url, ceremony } = await begin()
      const state = new URL(url).searchParams.get('state') ?? ''
      const cancelled = new URLSearchParams({ error: 'access_denied', state }).toString()
      expect(toResult(await answer(ceremony, cancelled))).toMatchObject({ message: COMPANY_MESSAGES.cancelled })
      const second = await begin()
      const error = '<script>alert(1)</script>'
      const strange = new URLSearchParams({ error, state: new URL(second.url).searchParams.get('state') ?? '' })
      expect(toResult(await answer(second.ceremony, strange.toString()))).toMatchObject({
        message: COMPANY_MESSAGES.refused('error'),
      })
    })
  })

  describe('an answer that is wrong', () => {
    it.each([
      ['issuer', { iss: 'https://other.example' }],
      ['audience', { aud: 'another client' }],
      ['nonce', { nonce: 'of another sign-in' }],
      ['missing nonce', { nonce: undefined }],
      ['expiry', { exp: 1 }],
      ['missing subject', { sub: undefined }],
    ])('is refused for its %s', async (_, claims) => {
      idp.behave({ claims: { ...person, ...claims } })
      expect(toResult(await goThrough())).toMatchObject({ status: 401, message: COMPANY_MESSAGES.rejected })
    })

    it('is refused for its signature', async () => {
      idp.behave({ claims: person, hasWrongKey: true })
      expect(toResult(await goThrough())).toMatchObject({ status: 401, message: COMPANY_MESSAGES.rejected })
    })

    it('is refused if it names another issuer in the address (mix-up)', async () => {
      const { url, ceremony } = await begin()
      const query = new URLSearchParams(idp.authorize(url))
      query.set('iss', 'https://other.example')
      expect((await answer(ceremony, query.toString())).statusCode).toBe(401)
    })

    it('is refused if the user info is of somebody else', async () => {
      idp.behave({ claims: person, userInfo: { sub: 'somebody else' } })
      expect(toResult(await goThrough())).toMatchObject({ status: 401, message: COMPANY_MESSAGES.rejected })
    })
  })

  describe('a provider', () => {
    it('may change its keys', async () => {
      await signInAt()
      idp.changeKey()
      await signInAt()
    })

    it('leaves a message while it is away, before and after the person has been there', async () => {
      const { url, ceremony } = await begin()
      const query = idp.authorize(url)
      idp.behave({ respond: (reply) => reply.writeHead(503).end() })
      expect(toResult(await answer(ceremony, query))).toMatchObject({
        status: 503,
        message: COMPANY_MESSAGES.unreachable,
      })
      idp.behave({ respond: (reply) => reply.destroy() })
      expect(toResult(await send('POST', ROOT, { provider, area: 'site' }))).toMatchObject({
        status: 503,
        message: COMPANY_MESSAGES.unreachable,
      })
    })

    it('is refused if it sends too much', async () => {
      idp.behave({ respond: (reply) => reply.writeHead(200).end('x'.repeat(COMPANY_SIGN_IN.maxReplyBytes + 1)) })
      expect((await send('POST', ROOT, { provider, area: 'site' })).statusCode).toBe(409)
    })

    it('sends no browser to a script', async () => {
      const { url, ceremony } = await begin()
      const query = idp.authorize(url)
      idp.behave({ claims: person, metadata: { end_session_endpoint: 'javascript:alert(1)' } })
      const { signIn: session } = (await answer(ceremony, query)).json().data
      expect((await send('POST', '/api/auth/logout', undefined, session.token)).json().data).toBeNull()
      for (const address of ['javascript:alert(1)', undefined]) {
        idp.behave({ metadata: { authorization_endpoint: address } })
        expect(toResult(await send('POST', ROOT, { provider, area: 'site' }))).toMatchObject({
          status: 409,
          message: COMPANY_MESSAGES.rejected,
        })
      }
    })

    it('leads to the settings if it does not accept the secret', async () => {
      await configure({ secret: 'wrong' })
      expect(toResult(await goThrough())).toMatchObject({ status: 409, message: COMPANY_MESSAGES.misconfigured })
    })

    it('is never asked at an inside address that the operator does not list', async () => {
      const inside = buildSettings({ issuer: 'http://10.0.0.1:8080' })
      expect(toResult(await sendAsAdmin('POST', '/api/sign-in-providers', inside))).toMatchObject({
        status: 400,
        errors: [{ path: 'issuer', message: COMPANY_MESSAGES.issuerRefused }],
      })
    })

    it('is tested from the settings', async () => {
      const test = async () => (await sendAsAdmin('POST', `/api/sign-in-providers/${provider}/test`)).json().data
      expect(await test()).toEqual({ isReachable: true, message: COMPANY_MESSAGES.testSucceeded })
      idp.behave({ respond: (reply) => reply.writeHead(404).end() })
      expect(await test()).toMatchObject({
        isReachable: false,
        message: expect.stringMatching(`^${COMPANY_MESSAGES.testFailed.rejected}（`),
      })
      idp.behave({ respond: (reply) => reply.destroy() })
      expect((await test()).message).toContain(COMPANY_MESSAGES.testFailed.unreachable)
    })
  })

  describe('a second factor', () => {
    const requireTwoFactor = (enableTwoFactor: boolean) =>
      app().database.write((transaction) => app().services.settings.save(transaction, 'security', { enableTwoFactor }))
    /** The administrator of these tests has none. */
    async function configureWithoutSecondFactor(overrides: object) {
      await requireTwoFactor(false)
      await configure(overrides)
      await requireTwoFactor(true)
    }
    const openDashboard = async ({ token }: SignedIn) =>
      (await send('GET', '/api/dashboard', undefined, token)).statusCode

    beforeEach(async () => {
      await createMember({ role: 'editor' })
      expect((await link((await signIn(app(), person.email)).token)).statusCode).toBe(200)
      await requireTwoFactor(true)
      return () => requireTwoFactor(false)
    })

    it('is not proved by the sign-in alone', async () => {
      expect(await openDashboard(await signInAt())).toBe(403)
    })

    it('is proved if the provider says so in the signed token, not beside it', async () => {
      idp.behave({ claims: { ...person, amr: ['pwd', 'mfa'] } })
      expect(await openDashboard(await signInAt())).toBe(200)
      idp.behave({ claims: person, userInfo: { amr: ['mfa'] } })
      expect(await openDashboard(await signInAt())).toBe(403)
    })

    it('is proved by a listed acr, which the provider is asked for', async () => {
      idp.behave({ claims: { ...person, acr: 'urn:two' } })
      expect(await openDashboard(await signInAt())).toBe(403)
      await configureWithoutSecondFactor({ acrValues: ['urn:two'] })
      expect(new URL((await begin()).url).searchParams.get('acr_values')).toBe('urn:two')
      expect(await openDashboard(await signInAt())).toBe(200)
    })

    it('is also that of the keys of its owner, if every sign-in counts as two factors', async () => {
      await requireTwoFactor(false)
      const owner = await createSignedInUser(app(), 'super_admin', `owner-${count}`)
      const headers = await createKey(app(), owner, ['products:read'])
      idp.behave({ claims: { ...person, sub: `owner-${count}` } })
      expect((await link(owner.headers.authorization.slice('Bearer '.length))).statusCode).toBe(200)
      await requireTwoFactor(true)
      const useKey = async () => (await app().server.inject({ url: '/api/products/agent', headers })).statusCode
      expect(await useKey()).toBe(403)
      await configureWithoutSecondFactor({ alwaysTwoFactors: true })
      expect(await useKey()).toBe(200)
    })

    it('is also that of the keys of its owner, once the provider has proved it', async () => {
      await requireTwoFactor(false)
      const owner = await createSignedInUser(app(), 'super_admin', `proved-${count}`)
      const headers = await createKey(app(), owner, ['products:read'])
      const claims = { ...person, sub: `proved-${count}` }
      idp.behave({ claims })
      expect((await link(owner.headers.authorization.slice('Bearer '.length))).statusCode).toBe(200)
      await requireTwoFactor(true)
      const useKey = async () => (await app().server.inject({ url: '/api/products/agent', headers })).statusCode
      expect(await useKey()).toBe(403)
      idp.behave({ claims: { ...claims, amr: ['pwd', 'mfa'] } })
      await signInAt()
      expect(await useKey()).toBe(200)
    })

    it('is proved if the settings say so', async () => {
      await configureWithoutSecondFactor({ alwaysTwoFactors: true })
      expect(await openDashboard(await signInAt())).toBe(200)
    })

    it('is asked for if the account has one', async () => {
      const secret = await enableTwoFactor((await signIn(app(), person.email)).token)
      const { data } = (await goThrough()).json()
      expect(data).toMatchObject({ step: 'code' })
      const { challenge } = data
      const enter = (code: string) => send('POST', '/api/auth/login/two-factor', { challenge, code })
      expect(toResult(await enter('000000'))).toMatchObject({ status: 400, errors: [{ path: 'code' }] })
      expect((await send('POST', `${ROOT}/join`, { challenge, password: PASSWORD })).statusCode).toBe(401)
      const entered = await enter(createCode(secret))
      expect(entered.json()).toMatchObject({ success: true, user: { email: person.email } })
      expect((await enter(createCode(secret))).statusCode).toBe(401)
      const { token } = entered.json()
      expect(await openDashboard(entered.json())).toBe(200)
      expect((await send('POST', '/api/auth/logout', undefined, token)).json().data.providerUrl).toContain('/sign-out')
    })
  })

  describe('on the account screen', () => {
    it('joins them after the password, in the session that asked', async () => {
      await createMember()
      const { token } = await signIn(app(), person.email)
      expect(toResult(await link(token, { password: 'wrong' }))).toMatchObject({ errors: [{ path: 'password' }] })
      const started = await send(
        'POST',
        `${ROOT}/accounts/options`,
        { provider, area: 'site', password: PASSWORD },
        token,
      )
      const { url, ceremony } = started.json().data
      const other = await signIn(app(), person.email)
      expect((await answer(ceremony, idp.authorize(url), other.token)).statusCode).toBe(409)
      expect((await answer(ceremony, idp.authorize(url))).statusCode).toBe(401)
      expect((await answer(ceremony, idp.authorize(url), token)).statusCode).toBe(200)
      expect((await list(token)).accounts).toHaveLength(1)
      expect(toResult(await link(token))).toMatchObject({ status: 409, message: COMPANY_MESSAGES.alreadyLinked })
    })

    it('joins each to one account', async () => {
      await signInAt()
      const other = await createUser(app(), { email: `second-${count}@example.com` })
      const { token } = await signIn(app(), other.email)
      expect(toResult(await link(token))).toMatchObject({ status: 409, message: COMPANY_MESSAGES.takenByOther })
    })

    it('removes them after the password, and tells their owner', async () => {
      await enableMail(app())
      await createMember()
      const { token } = await signIn(app(), person.email)
      const { id } = (await link(token)).json().data
      expect((await unlink(id, token, { password: 'wrong' })).statusCode).toBe(400)
      expect((await unlink(id, token)).statusCode).toBe(200)
      expect((await goThrough()).json().data).toMatchObject({ step: 'join' })
      const [entry] = await listAudit(app(), 'auth.company-account')
      expect(entry?.detail).toBe('解除“公司统一登录”')
      const subjects = (await listOutbox(app())).filter(({ to }) => to === person.email).map(({ subject }) => subject)
      expect(subjects.some((subject) => subject.endsWith('账号解除了公司账号'))).toBe(true)
    })

    it('ends what began by them elsewhere', async () => {
      const member = await createMember()
      const { token } = await signIn(app(), member.email)
      const { id } = (await link(token)).json().data
      const elsewhere = await signInAt()
      expect((await unlink(id, token)).statusCode).toBe(200)
      expect((await send('GET', `${ROOT}/accounts`, undefined, elsewhere.token)).statusCode).toBe(401)
      expect((await send('GET', `${ROOT}/accounts`, undefined, token)).statusCode).toBe(200)
    })

    it('keeps them while the account has no password, which is set first, soon after a sign-in', async () => {
      const { token } = await signInAt()
      const [{ id }] = (await list(token)).accounts
      expect(toResult(await unlink(id, token))).toMatchObject({
        status: 400,
        errors: [{ path: 'password', message: COMPANY_MESSAGES.noPassword }],
      })
      const setPassword = (session: string) =>
        send('POST', '/api/auth/password', { newPassword: 'a new password here' }, session)
      app().clock.advance(COMPANY_SIGN_IN.freshMs)
      expect(toResult(await setPassword(token))).toMatchObject({ message: COMPANY_MESSAGES.signInAgain })
      const fresh = await signInAt()
      expect((await setPassword(fresh.token)).statusCode).toBe(200)
      expect(toResult(await setPassword(fresh.token))).toMatchObject({ message: COMPANY_MESSAGES.hasPassword })
      expect((await unlink(id, fresh.token, { password: 'a new password here' })).statusCode).toBe(200)
    })
  })

  describe('passwords of the staff', () => {
    const login = (email: string) => send('POST', '/api/auth/login', { email, password: PASSWORD })
    afterEach(() => setStaff({ isPasswordAllowed: true, emergencyAccount: '' }))

    it('can be switched off, but for the emergency account', async () => {
      await createMember({ role: 'editor' })
      expect((await setStaff({ isPasswordAllowed: false, emergencyAccount: admin.id })).statusCode).toBe(200)
      expect(toResult(await login(person.email))).toMatchObject({
        status: 403,
        message: COMPANY_MESSAGES.passwordIsOff,
      })
      expect((await login('super_admin@example.com')).statusCode).toBe(200)
      const member = await createUser(app(), { email: `member-${count}@example.com` })
      expect((await login(member.email)).statusCode).toBe(200)
      expect((await goThrough()).json().data).toMatchObject({ step: 'join' })
      await setStaff({ isPasswordAllowed: true, emergencyAccount: '' })
      expect((await login(person.email)).statusCode).toBe(200)
    })

    it('change only at the version that was read', async () => {
      const { staff, staffVersion } = (await sendAsAdmin('GET', '/api/sign-in-providers')).json().data
      const saveAt = (version: number, emergencyAccount: string) =>
        app().server.inject({
          method: 'PUT',
          url: '/api/staff-sign-in',
          headers: { ...admin.headers, 'if-match': `"${version}"` },
          payload: { ...staff, emergencyAccount },
        })
      const saved = await saveAt(staffVersion, admin.id)
      expect(saved.statusCode).toBe(200)
      expect(saved.headers.etag).toBe(`"${staffVersion + 1}"`)
      expect((await saveAt(staffVersion, '')).statusCode).toBe(412)
      expect((await sendAsAdmin('GET', '/api/sign-in-providers')).json().data).toMatchObject({
        staff: { emergencyAccount: admin.id },
        staffVersion: staffVersion + 1,
      })
    })

    it('stay on where nobody could sign in otherwise', async () => {
      const superAdmin = await createSignedInUser(app(), 'super_admin', `own-${count}`)
      const refuse = async (body: object) => toResult(await setStaff(body, superAdmin)).message
      expect(await refuse({ isPasswordAllowed: false, emergencyAccount: '' })).toBe(COMPANY_MESSAGES.emergencyAccount)
      const editor = await createMember({ role: 'editor' })
      expect(await refuse({ isPasswordAllowed: false, emergencyAccount: editor._id })).toBe(
        COMPANY_MESSAGES.emergencyAccount,
      )
      const second = await createUser(app(), { email: `second-${count}@example.com`, role: 'super_admin' })
      expect(await refuse({ isPasswordAllowed: false, emergencyAccount: second._id })).toBe(
        COMPANY_MESSAGES.ownWayFirst,
      )
      await configure({ isForStaff: false })
      expect(await refuse({ isPasswordAllowed: false, emergencyAccount: admin.id })).toBe(
        COMPANY_MESSAGES.noStaffProvider,
      )
    })

    it('return once the emergency account could not sign in', async () => {
      const emergency = await createUser(app(), { email: `emergency-${count}@example.com`, role: 'super_admin' })
      const linked = await link(admin.headers.authorization.slice('Bearer '.length))
      expect(linked.statusCode).toBe(200)
      expect((await setStaff({ isPasswordAllowed: false, emergencyAccount: emergency._id })).statusCode).toBe(200)
      expect((await login('super_admin@example.com')).statusCode).toBe(403)
      await setStatus(emergency._id, 'inactive')
      expect((await login('super_admin@example.com')).statusCode).toBe(200)
    })

    it('keep the last provider of the staff, and its last way to sign in, while they are off', async () => {
      await createMember({ role: 'editor' })
      const editor = await signIn(app(), person.email)
      const { id } = (await link(editor.token)).json().data
      await setStaff({ isPasswordAllowed: false, emergencyAccount: admin.id })
      expect(toResult(await unlink(id, editor.token))).toMatchObject({ status: 409, message: COMPANY_MESSAGES.lastWay })
      expect((await list(editor.token)).accounts).toHaveLength(1)
      const withoutStaff = buildSettings({ isForStaff: false })
      const atOtherIssuer = buildSettings({ issuer: idp.issuer.replace('127.0.0.1', 'localhost') })
      for (const reply of [
        await sendAsAdmin('PUT', `/api/sign-in-providers/${provider}`, withoutStaff),
        await sendAsAdmin('PUT', `/api/sign-in-providers/${provider}`, atOtherIssuer),
        await sendAsAdmin('DELETE', `/api/sign-in-providers/${provider}`),
      ])
        expect(toResult(reply)).toMatchObject({ status: 409, message: COMPANY_MESSAGES.neededForStaff })
    })
  })

  describe('settings', () => {
    it('never show the secret, and send it nowhere else', async () => {
      expect((await sendAsAdmin('GET', '/api/sign-in-providers')).body).not.toContain(CLIENT_SECRET)
      const { secretEncrypted } = await app()
        .database.read.selectFrom('signInProviders')
        .select('secretEncrypted')
        .where('id', '=', provider)
        .executeTakeFirstOrThrow()
      expect(secretEncrypted).not.toContain(CLIENT_SECRET)
      await configure({ secret: '' })
      await signInAt()
      const elsewhere = buildSettings({ secret: '', clientId: 'another' })
      expect(toResult(await sendAsAdmin('PUT', `/api/sign-in-providers/${provider}`, elsewhere))).toMatchObject({
        status: 400,
        errors: [{ path: 'secret' }],
      })
    })

    it('save only at the version that was read', async () => {
      const reply = await app().server.inject({
        method: 'PUT',
        url: `/api/sign-in-providers/${provider}`,
        headers: { ...admin.headers, 'if-match': `"${version - 1}"` },
        payload: buildSettings(),
      })
      expect(reply.statusCode).toBe(412)
    })

    it('say which field is wrong', async () => {
      const wrong = buildSettings({
        isForStaff: false,
        isForMembers: false,
        issuer: 'ftp://id.example',
        domains: ['a b'],
      })
      const { errors } = toResult(await sendAsAdmin('POST', '/api/sign-in-providers', wrong))
      expect(errors?.map(({ path }: { path: string }) => path)).toEqual(expect.arrayContaining(['issuer', 'domains.0']))
      const withPassword = buildSettings({ issuer: 'https://:password@id.example' })
      expect(toResult(await sendAsAdmin('POST', '/api/sign-in-providers', withPassword))).toMatchObject({
        status: 400,
        errors: [{ path: 'issuer', message: COMPANY_MESSAGES.issuer }],
      })
      expect(toResult(await sendAsAdmin('POST', '/api/sign-in-providers', buildSettings()))).toMatchObject({
        status: 409,
        message: COMPANY_MESSAGES.duplicate,
      })
    })

    it.each([
      {
        kind: 'wecom',
        clientId: 'ww1',
        missing: 'agentId',
        needed: { agentId: '1000002' },
        host: 'login.work.weixin.qq.com',
      },
      {
        kind: 'dingtalk',
        clientId: 'ding1',
        missing: 'tenant',
        needed: { tenant: 'corp' },
        host: 'login.dingtalk.com',
      },
      { kind: 'feishu', clientId: 'cli_1', missing: undefined, needed: {}, host: 'accounts.feishu.cn' },
    ])('offer $kind, which needs neither an address nor domains', async ({ kind, clientId, missing, needed, host }) => {
      const preset = buildSettings({ kind, clientId, issuer: '' })
      const create = (overrides: object) => sendAsAdmin('POST', '/api/sign-in-providers', { ...preset, ...overrides })
      if (missing) expect(toResult(await create({}))).toMatchObject({ status: 400, errors: [{ path: missing }] })
      const limited = await create({ ...needed, domains: ['corp.example'] })
      expect(toResult(limited)).toMatchObject({ status: 400, errors: [{ path: 'domains' }] })
      const { id } = (await create(needed)).json().data
      const { url } = (await send('POST', ROOT, { provider: id, area: 'admin' })).json().data
      expect(new URL(url).host).toBe(host)
      expect(new URL(url).searchParams.get('redirect_uri')).toBe('http://zhijian.test/admin/login/company')
      expect((await sendAsAdmin('DELETE', `/api/sign-in-providers/${id}`)).statusCode).toBe(200)
    })

    it('offer the providers to visitors, without anything else', async () => {
      expect((await send('GET', `${ROOT}/providers`)).json().data).toEqual([
        { id: provider, kind: 'oidc', label: '公司统一登录', isForStaff: true, isForMembers: true },
      ])
    })

    it('keep what was joined when a provider is added again', async () => {
      const { user } = await signInAt()
      expect((await sendAsAdmin('DELETE', `/api/sign-in-providers/${provider}`)).statusCode).toBe(200)
      expect((await send('POST', ROOT, { provider, area: 'site' })).statusCode).toBe(404)
      provider = (await sendAsAdmin('POST', '/api/sign-in-providers', buildSettings())).json().data.id
      expect((await signInAt()).user._id).toBe(user._id)
    })
  })

  async function enableTwoFactor(token: string): Promise<string> {
    const { secret } = (await send('POST', '/api/auth/two-factor', { password: PASSWORD }, token)).json().data
    await send('POST', '/api/auth/two-factor/confirm', { code: createCode(secret) }, token)
    app().clock.advance(30_000)
    return secret
  }
  const createCode = (secret: string) => generateCode(secret, getTimeStep(app().clock.now()))
})
