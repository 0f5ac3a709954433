import { beforeAll, describe, expect, it } from 'vitest'
import { documentCalls } from '#contracts/content/calls.ts'
import { DAY_MS, MINUTE_MS } from '#contracts/durations.ts'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { keyCalls } from '#contracts/keys/calls.ts'
import { KEY_MESSAGES as MESSAGES } from '#contracts/keys/messages.ts'
import { KEYS } from '#contracts/limits.ts'
import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import { generateKey } from '#server/modules/keys/key-format.ts'
import { saveMethod } from '#testing/factories/evaluation-projects.ts'
import { createKey } from '#testing/factories/keys.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { createProducts } from '#testing/factories/products.ts'
import { bearer, type Caller, createSignedInUser, createUser } from '#testing/factories/users.ts'
import { listAudit, listOutbox } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const INVALID_TOKEN = 'Bearer error="invalid_token"'

onEveryDatabase('keys', (app) => {
  let admin: Caller
  let member: Caller

  beforeAll(async () => {
    admin = await createSignedInUser(app(), 'super_admin', 'admin-of-keys')
    member = await createSignedInUser(app(), 'member', 'member-with-keys')
    await createProducts(app(), 'agent', [{ name: '甲平台' }])
  })

  type Headers = Record<string, string>
  const get = (url: string, headers: Headers, remoteAddress?: string) =>
    app().server.inject({ method: 'GET', url, headers, ...(remoteAddress && { remoteAddress }) })
  const post = (url: string, headers: Headers, payload: object) =>
    app().server.inject({ method: 'POST', url, headers, payload })
  const inDays = (days: number) => new Date(app().clock.now().getTime() + days * DAY_MS).toISOString()
  const create = (caller: Caller, input: object = {}) =>
    post(keyCalls.create.path, caller.headers, {
      name: '同步',
      scopes: ['own-projects:read'],
      expiresAt: inDays(30),
      ...input,
    })
  const list = async (caller: Caller) => (await get('/api/keys', caller.headers)).json().data
  const revoke = (id: string, { headers }: Pick<Caller, 'headers'>) =>
    app().server.inject({ method: 'DELETE', url: `/api/keys/${id}`, headers })

  describe('creation', () => {
    it('shows the key once, and stores only its hash', async () => {
      const { data } = (await create(member, { name: '只显示一次' })).json()
      expect(data.key).toMatch(/^zk_[0-9A-Za-z]{49}$/)
      const rows = JSON.stringify(await app().database.read.selectFrom('apiKeys').selectAll().execute())
      expect(rows).not.toContain(data.key)
      const [listed] = (await list(member)).filter(({ id }: { id: string }) => id === data.id)
      expect(listed).toMatchObject({ name: '只显示一次', prefix: data.key.slice(0, 8), kind: 'own', status: 'active' })
      expect(JSON.stringify(listed)).not.toContain(data.key.slice(0, 12))
    })

    it.each([
      ['no name', { name: ' ' }, 'name'],
      ['a name that nobody can see', { name: '\u200b\u2060' }, 'name'],
      ['no scopes', { scopes: [] }, 'scopes'],
      ['a scope that no key can have', { scopes: ['users:write'] }, 'scopes.0'],
      ['scopes of both kinds', { scopes: ['own-projects:read', 'products:read'] }, 'scopes'],
      ['an address that is none', { addresses: ['10.0.0.0/33'] }, 'addresses.0'],
    ])('refuses %s', async (_, input, path) => {
      const reply = toResult(await create(admin, input))
      expect(reply).toMatchObject({ status: 400, errors: [{ path }] })
    })

    it.each([
      ['that is past', -1],
      ['in more than a year', 367],
    ])('refuses an expiry %s', async (_, days) => {
      const message = MESSAGES.expiry(KEYS.maxDays)
      expect(toResult(await create(member, { expiresAt: inDays(days) }))).toMatchObject({
        status: 400,
        errors: [{ path: 'expiresAt', message }],
      })
    })

    it('lets only super admins permit what concerns the platform', async () => {
      const editor = await createSignedInUser(app(), 'editor', 'editor-without-keys')
      const input = { scopes: ['products:read'] }
      expect(toResult(await create(editor, input))).toMatchObject({ status: 403, message: MESSAGES.notYours })
      expect((await create(admin, input)).statusCode).toBe(200)
    })

    it('refuses more valid keys than the limit', async () => {
      const owner = await createSignedInUser(app(), 'member', 'member-with-many-keys')
      for (let count = 0; count < KEYS.max; count += 1) expect((await create(owner)).statusCode).toBe(200)
      expect(toResult(await create(owner))).toMatchObject({ status: 409, message: MESSAGES.tooMany(KEYS.max) })
      const [first] = await list(owner)
      await revoke(first.id, owner)
      expect((await create(owner)).statusCode).toBe(200)
    })
  })

  describe('authentication', () => {
    const PRODUCTS = '/api/products/agent'

    it('opens the calls of the key’s scopes, and says which scope another call needs', async () => {
      const headers = await createKey(app(), admin, ['products:read'])
      expect((await get(PRODUCTS, headers)).statusCode).toBe(200)
      const refused = await get('/api/leads', headers)
      expect(toResult(refused)).toMatchObject({ status: 403, message: '密钥缺少权限：线索：读取（leads:read）' })
      expect(refused.headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="leads:read"')
    })

    it.each([
      ['unknown', generateKey(), MESSAGES.unknown],
      ['incomplete', generateKey().slice(0, -1), MESSAGES.incomplete],
      ['mistyped', `${generateKey().slice(0, -3)}000`, MESSAGES.incomplete],
    ])('refuses a key that is %s, also where no sign-in is needed', async (_, key, message) => {
      for (const url of [PRODUCTS, documentCalls.home.path]) {
        const reply = await get(url, bearer(key))
        expect(toResult(reply)).toEqual({ status: 401, success: false, message })
        expect(reply.headers['www-authenticate']).toBe(INVALID_TOKEN)
      }
    })

    it('refuses a key whose beginning is that of a valid one', async () => {
      const { authorization } = await createKey(app(), admin, ['products:read'])
      const [, valid = ''] = authorization.split(' ')
      const other = generateKey()
      const reply = await get(PRODUCTS, bearer(valid.slice(0, 30) + other.slice(30)))
      expect(reply.statusCode).toBe(401)
    })

    it('refuses a revoked key at once', async () => {
      const { data } = (await create(admin, { scopes: ['products:read'] })).json()
      expect((await get(PRODUCTS, bearer(data.key))).statusCode).toBe(200)
      expect((await revoke(data.id, admin)).statusCode).toBe(200)
      expect(toResult(await get(PRODUCTS, bearer(data.key)))).toMatchObject({
        status: 401,
        message: MESSAGES.isRevoked,
      })
    })

    it('takes a key in the header alone, not in the address', async () => {
      const { data } = (await create(admin, { scopes: ['products:read'] })).json()
      for (const name of ['key', 'access_token', 'token', 'authorization'])
        expect((await get(`${PRODUCTS}?${name}=${data.key}`, {})).statusCode).toBe(401)
    })

    it('is bound to the addresses of the key', async () => {
      const headers = await createKey(app(), admin, ['products:read'], { addresses: ['10.1.0.0/16', '2001:db8::1'] })
      expect((await get(PRODUCTS, headers, '10.1.2.3')).statusCode).toBe(200)
      expect((await get(PRODUCTS, headers, '2001:db8::1')).statusCode).toBe(200)
      expect(toResult(await get(PRODUCTS, headers, '10.2.0.1'))).toMatchObject({
        status: 403,
        message: MESSAGES.addressRefused('10.2.0.1'),
      })
    })

    it('answers public calls as to a visitor', async () => {
      const headers = await createKey(app(), admin, ['products:read'])
      const asKey = await get('/api/product-detail/%E7%94%B2%E5%B9%B3%E5%8F%B0', headers)
      const asVisitor = await get('/api/product-detail/%E7%94%B2%E5%B9%B3%E5%8F%B0', {})
      expect(asKey.json()).toEqual(asVisitor.json())
    })
  })

  describe('the owner', () => {
    const PRODUCTS = '/api/products/agent'

    async function createOwner(name: string) {
      const owner = await createSignedInUser(app(), 'super_admin', name)
      return { owner, headers: await createKey(app(), owner, ['products:read', 'users:read']) }
    }
    const change = (id: string, values: object) =>
      app().database.write(({ db }) => db.updateTable('users').set(values).where('id', '=', id).execute())

    it('takes their keys along when disabled', async () => {
      const { owner, headers } = await createOwner('owner-disabled')
      await change(owner.id, { status: 'inactive' })
      expect(toResult(await get(PRODUCTS, headers))).toMatchObject({ status: 401, message: MESSAGES.ownerInactive })
    })

    it('leaves a key what their lower role still may', async () => {
      const { owner, headers } = await createOwner('owner-demoted')
      await change(owner.id, { role: 'editor' })
      expect((await get(PRODUCTS, headers)).statusCode).toBe(200)
      expect(toResult(await get('/api/users', headers))).toMatchObject({
        status: 403,
        message: '密钥的所有者已没有权限：用户：读取（users:read）',
      })
    })

    it('must change a temporary password first', async () => {
      const { owner, headers } = await createOwner('owner-with-temporary-password')
      await change(owner.id, { isPasswordTemporary: true })
      expect((await get(PRODUCTS, headers)).statusCode).toBe(403)
      await change(owner.id, { isPasswordTemporary: false })
      expect((await get(PRODUCTS, headers)).statusCode).toBe(200)
    })

    it('must set two-factor sign-in up first where it is required of the staff', async () => {
      const { headers } = await createOwner('owner-without-second-factor')
      const setRequired = (enableTwoFactor: boolean) =>
        app().database.write((transaction) =>
          app().services.settings.save(transaction, 'security', { enableTwoFactor }),
        )
      await setRequired(true)
      const refused = await get(PRODUCTS, headers)
      await setRequired(false)
      expect(toResult(refused)).toMatchObject({ status: 403, message: IDENTITY_MESSAGES.twoFactorSetupRequired })
      expect((await get(PRODUCTS, headers)).statusCode).toBe(200)
    })

    it('can only read users by a key that reads users', async () => {
      const { headers } = await createOwner('owner-of-users')
      const { _id } = await createUser(app(), { email: 'attacked@example.com' })
      expect((await get('/api/users', headers)).statusCode).toBe(200)
      const attack = {
        method: 'PATCH' as const,
        url: `/api/users/${_id}/status`,
        headers,
        payload: { status: 'inactive' },
      }
      expect(toResult(await app().server.inject(attack))).toMatchObject({ status: 403, message: MESSAGES.closedToKeys })
    })

    it('takes their keys along when the account is deleted', async () => {
      const { owner, headers } = await createOwner('owner-deleted')
      const reply = await app().server.inject({
        method: 'DELETE',
        url: `/api/users/${owner.id}`,
        headers: admin.headers,
      })
      expect(reply.statusCode).toBe(200)
      expect((await get(PRODUCTS, headers)).statusCode).toBe(401)
    })
  })

  describe('management', () => {
    it('is closed to keys', async () => {
      const headers = await createKey(app(), admin, ['settings:read'])
      expect((await get('/api/keys', headers)).statusCode).toBe(403)
      const input = { name: '更多', scopes: ['products:write'], expiresAt: inDays(30) }
      expect((await post('/api/keys', headers, input)).statusCode).toBe(403)
    })

    it('hides the keys of other members, and shows super admins all keys of the platform', async () => {
      const { data: ownKey } = (await create(member)).json()
      const { data: platformKey } = (await create(admin, { scopes: ['audit:read'] })).json()
      const second = await createSignedInUser(app(), 'super_admin', 'second-admin-of-keys')
      const ids = (await list(second)).map(({ id }: { id: string }) => id)
      expect(ids).toContain(platformKey.id)
      expect(ids).not.toContain(ownKey.id)
      for (const [id, caller] of [
        [ownKey.id, second],
        [platformKey.id, member],
      ] as const) {
        expect((await revoke(id, caller)).statusCode).toBe(404)
        expect((await get(`/api/keys/${id}/uses`, caller.headers)).statusCode).toBe(404)
      }
      expect((await revoke(platformKey.id, second)).statusCode).toBe(200)
    })
  })

  describe('a member’s key', () => {
    it('reaches the owner’s projects and shortlists, and nobody else’s', async () => {
      const other = await createSignedInUser(app(), 'member', 'other-member-with-keys')
      await saveMethod(app())
      const project = await post(projectCalls.create.path, other.headers, { name: '他人的项目', description: '' })
      const own = await post(projectCalls.create.path, member.headers, { name: '自己的项目', description: '' })
      const headers = await createKey(app(), member, ['own-projects:read', 'own-shortlists:write'])
      expect((await get(projectCalls.list.path, headers)).statusCode).toBe(200)
      expect(toResult(await get(shortlistCalls.list.path, headers))).toMatchObject({
        status: 403,
        message: expect.stringContaining('own-shortlists:read'),
      })
      const getUrl = (reply: typeof project) => `/api/evaluation/projects/${reply.json().data.id}`
      expect((await get(getUrl(own), headers)).statusCode).toBe(200)
      expect((await get(getUrl(project), headers)).statusCode).toBe(404)
      expect(toResult(await post(`${getUrl(own)}/status`, headers, { to: 'scoring', reason: '' }))).toMatchObject({
        status: 403,
        message: expect.stringContaining('own-projects:write'),
      })
      const list = { title: '由程序新建', catalogue: 'agent', required: [], preferred: [] }
      const created = await post(shortlistCalls.create.path, headers, list)
      expect(created.statusCode).toBe(200)
      const lists = (await get(shortlistCalls.list.path, member.headers)).json().data
      expect(lists).toEqual(expect.arrayContaining([expect.objectContaining({ title: '由程序新建' })]))
    })

    it('has nothing of the account itself', async () => {
      const headers = await createKey(app(), member, ['own-projects:read'])
      for (const url of ['/api/auth/me', '/api/auth/sessions', '/api/auth/two-factor'])
        expect(toResult(await get(url, headers))).toMatchObject({ status: 403, message: MESSAGES.closedToKeys })
    })
  })

  describe('the record', () => {
    it('names the key in the audit of what it changed', async () => {
      const headers = await createKey(app(), admin, ['reviews:write', 'products:write'], { keyName: '目录同步' })
      const reply = await post('/api/products/agent', headers, { name: '由程序新建的平台' })
      expect(toResult(reply)).toMatchObject({ status: 200 })
      const entries = await listAudit(app(), 'product.create')
      expect(entries).toContainEqual(
        expect.objectContaining({ user: expect.objectContaining({ id: admin.id }), detail: '通过密钥“目录同步”' }),
      )
    })

    it('counts calls by day, and the last use with its address to the minute', async () => {
      const { data } = (await create(admin, { scopes: ['products:read'] })).json()
      const count = async () => (await get(`/api/keys/${data.id}/uses`, admin.headers)).json().data
      const getKey = async () => (await list(admin)).find(({ id }: { id: string }) => id === data.id)
      await get('/api/products/agent', bearer(data.key), '10.0.0.9')
      const first = (await getKey()).lastUsedAt
      expect(await getKey()).toMatchObject({ lastUsedAt: app().clock.now().toISOString(), lastUsedAddress: '10.0.0.9' })
      app().clock.advance(MINUTE_MS)
      for (let calls = 0; calls < 3; calls += 1) await get('/api/products/agent', bearer(data.key), '10.0.0.8')
      expect((await getKey()).lastUsedAt).toBe(first)
      await app().services.keys.uses.flush()
      expect(await getKey()).toMatchObject({ lastUsedAt: app().clock.now().toISOString(), lastUsedAddress: '10.0.0.8' })
      const { day } = (await count())[0]
      expect(await count()).toEqual([{ day, call: 'GET /api/products/:catalogue', count: 4 }])
    })
  })

  it('reminds the owner once, a week before a key expires', async () => {
    await enableMail(app())
    const owner = await createSignedInUser(app(), 'member', 'owner-to-remind')
    await create(owner, { name: '快要到期', expiresAt: inDays(6) })
    await create(owner, { name: '还早', expiresAt: inDays(60) })
    await app().services.keys.sendReminders()
    await app().services.keys.sendReminders()
    const mails = (await listOutbox(app())).filter(({ kind }) => kind === 'keyExpiry')
    expect(mails).toMatchObject([{ subject: '接口密钥即将到期：快要到期' }])
  })

  it('reminds the owner of a key for the platform in their inbox, too', async () => {
    const owner = await createSignedInUser(app(), 'super_admin', 'admin-to-remind')
    await create(owner, { name: '目录同步', scopes: ['products:read'], expiresAt: inDays(6) })
    await app().services.keys.sendReminders()
    await app().services.keys.sendReminders()
    const { data } = (await get('/api/inbox', owner.headers)).json()
    expect(data).toMatchObject([
      { event: 'key.expiring', lines: [expect.stringContaining('目录同步'), expect.anything()] },
    ])
  })

  it('expires, and is deleted with its counts after the retention', async () => {
    const owner = await createSignedInUser(app(), 'super_admin', 'owner-of-expired-key')
    const { data } = (await create(owner, { scopes: ['products:read'] })).json()
    expect((await get('/api/products/agent', bearer(data.key))).statusCode).toBe(200)
    await app().database.write(({ db }) =>
      db
        .updateTable('apiKeys')
        .set({ expiresAt: inDays(-1) })
        .where('id', '=', data.id)
        .execute(),
    )
    expect(toResult(await get('/api/products/agent', bearer(data.key)))).toMatchObject({
      status: 401,
      message: MESSAGES.expired,
    })
    const find = async () => (await list(owner)).find(({ id }: { id: string }) => id === data.id)
    expect(await find()).toMatchObject({ status: 'expired' })
    await app().database.write(({ db }) =>
      db
        .updateTable('apiKeys')
        .set({ expiresAt: inDays(-KEYS.keptDays - 1) })
        .where('id', '=', data.id)
        .execute(),
    )
    await app().services.keys.deleteExpired()
    expect(await find()).toBeUndefined()
  })
})
