import { beforeAll, describe, expect, it } from 'vitest'
import type { AuditEntry } from '#contracts/audit/audit.ts'
import type { UserRecord } from '#contracts/users/user.ts'
import { bearer, type Caller, createSignedInUser, createUser, PASSWORD, signIn } from '#testing/factories/users.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

onEveryDatabase('users', (app) => {
  let admin: Caller
  let viewer: Caller
  const call = (method: Method, url: string, payload?: object, caller = admin) =>
    app().server.inject({ method, url, headers: caller.headers, ...(payload ? { payload } : {}) })
  const list = async (query = '', caller = admin) => {
    const reply = await call('GET', `/api/users?${query}`, undefined, caller)
    expect(reply.statusCode).toBe(200)
    return reply.json().data
  }
  const listNames = async (query: string, caller = admin): Promise<string[]> =>
    (await list(query, caller)).users.map(({ name }: UserRecord) => name)
  const getLastEntry = async (action: string): Promise<AuditEntry> => {
    const reply = await call('GET', `/api/audit?action=${action}`)
    return reply.json().data[0]
  }
  const getOwnStatus = async (token: string) =>
    (await app().server.inject({ url: '/api/auth/me', headers: bearer(token) })).statusCode

  let createdCount = 0
  const createTestUser = (fields: object = {}) => {
    createdCount += 1
    app().clock.advance(1000)
    return createUser(app(), { email: `someone.${createdCount}@example.com`, name: `某人${createdCount}`, ...fields })
  }

  beforeAll(async () => {
    admin = await createSignedInUser(app(), 'super_admin', 'admin')
    viewer = await createSignedInUser(app(), 'viewer')
  })

  describe('listing users', () => {
    beforeAll(async () => {
      app().clock.advance(1000)
      await createUser(app(), {
        email: 'zhang@bank.example',
        name: '张晓明',
        company: '上海某银行',
        phone: '13800138000',
      })
      await createUser(app(), { email: 'off@bank.example', name: '停用者', status: 'inactive' })
      for (let index = 0; index < 11; index += 1) await createTestUser({ company: '一百分%公司', name: `同事${index}` })
    })

    it('lists ten per page, newest first', async () => {
      const firstPage = await list('page=1&limit=10&search=一百分&status=')
      expect(firstPage.pagination).toEqual({ current: 1, total: 2, limit: 10, totalUsers: 11 })
      expect(firstPage.users.map(({ name }: UserRecord) => name)).toEqual(
        Array.from({ length: 10 }, (_, index) => `同事${10 - index}`),
      )
      expect(await listNames('page=2&search=一百分')).toEqual(['同事0'])
      expect(await listNames('page=3&search=一百分')).toEqual([])
    })

    it('returns all fields that the screen shows', async () => {
      const { users } = await list('search=zhang@')
      expect(users).toEqual([
        {
          _id: expect.any(String),
          username: 'zhang',
          name: '张晓明',
          email: 'zhang@bank.example',
          phone: '13800138000',
          role: 'member',
          status: 'active',
          company: '上海某银行',
          position: '',
          lastLogin: null,
          createdAt: expect.any(String),
          pendingStep: null,
          mustChangePassword: false,
          twoFactor: false,
          version: 1,
        },
      ])
    })

    it.each(['晓明', '張曉', 'zhangxiaoming', 'zxm', '上海某', 'BANK.example', 'Zhang@'])(
      'finds a user by %s',
      async (input) => {
        expect(await listNames(`search=${encodeURIComponent(input)}`)).toContain('张晓明')
      },
    )
    it.each(['王', '_', '\\', "' or 1=1 --", '{{7*7}}'])('matches no user by %s', async (input) => {
      expect(await listNames(`search=${encodeURIComponent(input)}`)).toEqual([])
    })
    it('matches a LIKE wildcard literally', async () => {
      expect((await listNames('search=%25&limit=100')).length).toBe(11)
    })
    it('filters by status and role', async () => {
      expect(await listNames('status=inactive&search=bank')).toEqual(['停用者'])
      expect((await listNames('role=super_admin')).length).toBeGreaterThan(0)
      expect(await listNames('role=super_admin')).not.toContain('停用者')
      expect(await listNames('role=super_admin&status=inactive')).toEqual([])
      expect(await listNames('status=inactive&search=zhang')).toEqual([])
    })
    it.each(['page=0', 'limit=0', 'limit=101', 'status=gone', 'role=owner', 'search=%00', 'page=x'])(
      'rejects %s',
      async (query) => {
        expect((await call('GET', `/api/users?${query}`)).statusCode).toBe(400)
      },
    )

    it('neither shows nor searches contact data without permission', async () => {
      const [listed] = (await list('search=晓明', viewer)).users
      const single = (await call('GET', `/api/users/${listed._id}`, undefined, viewer)).json().data
      expect(single).toEqual(listed)
      expect(listed).toMatchObject({ name: '张晓明', company: '上海某银行', username: '', email: '', phone: '' })
      expect(await listNames('search=bank.example', viewer)).toEqual([])
      expect(await listNames('search=zhang@', viewer)).toEqual([])
    })
  })

  describe('creating users', () => {
    const NEW_USER = { name: '新同事', email: 'New.One@Example.com', password: PASSWORD, role: 'editor' }

    it('creates a user with role, status and password', async () => {
      const reply = await call('POST', '/api/users', { ...NEW_USER, company: '某集团', status: 'active' })
      expect(toResult(reply)).toMatchObject({ status: 200, message: '用户已创建' })
      expect(reply.json().data).toMatchObject({ email: 'new.one@example.com', role: 'editor', status: 'active' })
      expect((await signIn(app(), 'new.one')).user.name).toBe('新同事')
    })

    it('audits the new user without the password', async () => {
      await call('POST', '/api/users', { ...NEW_USER, email: 'audited@example.com', status: 'active' })
      const entry = await getLastEntry('user.create')
      expect(entry).toMatchObject({ user: { name: 'admin' }, target: '新同事', detail: '角色：编辑，状态：活跃' })
      expect(JSON.stringify(entry)).not.toContain(PASSWORD)
    })

    it('rejects an email address that is taken', async () => {
      const { email } = await createTestUser()
      const reply = await call('POST', '/api/users', { ...NEW_USER, email: email.toUpperCase() })
      expect(toResult(reply)).toMatchObject({ status: 409, errors: [{ path: 'email', message: '该邮箱已注册' }] })
    })

    it('accepts only one of two concurrent creations with the same email address', async () => {
      const replies = await Promise.all(
        [1, 2].map(() => call('POST', '/api/users', { ...NEW_USER, email: 'twice@example.com' })),
      )
      expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    })

    it.each([
      ['a blank name', { name: '' }, 'name', '请填写用户姓名和邮箱'],
      ['a name that is too long', { name: '长'.repeat(61) }, 'name', '最多60个字符'],
      ['a blank email address', { email: '' }, 'email', '请填写用户姓名和邮箱'],
      ['an email address without a top-level domain', { email: 'a@b' }, 'email', '请输入有效的邮箱地址'],
      ['an extension without a phone number', { phone: '分机801' }, 'phone', '请输入有效的联系电话'],
      ['a blank password', { password: '' }, 'password', '新用户必须设置密码'],
      ['no password', { password: undefined }, 'password', '新用户必须设置密码'],
      ['a password that is too short', { password: '12345' }, 'password', '新密码长度至少为6位'],
      ['no role', { role: undefined }, 'role', '请选择角色'],
      ['an unknown role', { role: 'owner' }, 'role', '请选择角色'],
    ])('rejects %s', async (_, fields, path, message) => {
      const reply = await call('POST', '/api/users', { ...NEW_USER, email: 'wrong@example.com', ...fields })
      expect(toResult(reply)).toMatchObject({ status: 400, errors: [{ path, message }] })
    })
  })

  describe('changing users', () => {
    it('changes every given field, and ignores omitted ones and a blank password', async () => {
      const user = await createTestUser({ phone: '13800138000', company: '旧公司' })
      const before = await signIn(app(), user.email)
      const reply = await call('PUT', `/api/users/${user._id}`, {
        name: '新名',
        email: 'Moved@Example.com',
        password: '',
        role: 'reviewer',
        company: '新公司',
      })
      expect(reply.json()).toMatchObject({ success: true, message: '用户信息已保存' })
      expect(reply.json().data).toMatchObject({
        name: '新名',
        email: 'moved@example.com',
        username: 'moved',
        role: 'reviewer',
        company: '新公司',
        phone: '13800138000',
        status: 'active',
      })
      expect(await listNames('search=xgs')).toContain('新名')
      expect(await getOwnStatus(before.token)).toBe(200)
      expect((await signIn(app(), 'moved@example.com')).user.role).toBe('reviewer')
    })

    it('audits which fields change', async () => {
      const user = await createTestUser()
      const change = { name: '改名', email: `audited.${user.email}`, role: 'reviewer', company: '另一公司' }
      await call('PUT', `/api/users/${user._id}`, change)
      expect((await getLastEntry('user.update')).detail).toBe('角色：注册访客 → 审核员；修改：姓名、邮箱、公司')
    })

    it('merges concurrent changes of different fields', async () => {
      const user = await createTestUser({ phone: '13800138000' })
      await Promise.all([
        call('PUT', `/api/users/${user._id}`, { phone: '13900139000' }),
        call('PUT', `/api/users/${user._id}`, { company: '新公司' }),
      ])
      const [stored] = (await list(`search=${encodeURIComponent(user.email)}`)).users
      expect(stored).toMatchObject({ name: user.name, email: user.email, phone: '13900139000', company: '新公司' })
    })

    it('rejects a blank name and email address', async () => {
      const user = await createTestUser()
      const unnamed = await call('PUT', `/api/users/${user._id}`, { name: '', email: '' })
      expect(unnamed.json().errors.map(({ path }: { path: string }) => path)).toEqual(['name', 'email'])
    })

    it('saves the current version, and rejects a stale one', async () => {
      const user = await createTestUser()
      const path = `/api/users/${user._id}`
      const signedIn = await signIn(app(), user.email)
      const first = await call('PUT', path, { version: 1, phone: '13800138000' })
      expect(toResult(first)).toMatchObject({ status: 200, data: { version: 2 } })
      const stale = await call('PUT', path, { version: 1, name: '覆盖', password: 'another one' })
      expect(toResult(stale)).toMatchObject({ status: 412, message: '这位用户刚刚被他人更新，请核对后再保存' })
      expect(await getOwnStatus(signedIn.token)).toBe(200)
      expect((await call('GET', path)).json().data).toMatchObject({ name: user.name, phone: '13800138000', version: 2 })
      expect((await call('PUT', path, { version: 2, name: '新名' })).json().data).toMatchObject({
        name: '新名',
        version: 3,
      })
    })

    it('accepts only one of two concurrent saves of the same version', async () => {
      const user = await createTestUser()
      const names = ['甲', '乙']
      const replies = await Promise.all(
        names.map((name) => call('PUT', `/api/users/${user._id}`, { version: 1, name })),
      )
      expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412])
      const stored = names[replies.findIndex(({ statusCode }) => statusCode === 200)]
      expect((await call('GET', `/api/users/${user._id}`)).json().data).toMatchObject({ name: stored, version: 2 })
    })

    it('increments the version for every change except a sign-in', async () => {
      const user = await createTestUser()
      const path = `/api/users/${user._id}`
      const readVersion = async () => (await call('GET', path)).json().data.version
      const own = await signIn(app(), user.email)
      expect(await readVersion()).toBe(1)
      const profile = { method: 'PUT', url: '/api/auth/profile', headers: bearer(own.token) } as const
      await app().server.inject({ ...profile, payload: { name: '自己改的', company: '', position: '', phone: '' } })
      await call('PATCH', `${path}/status`, { status: 'inactive' })
      await call('PATCH', `${path}/reset-password`, { newPassword: 'another one' })
      expect(await readVersion()).toBe(4)
    })

    it.each(['1', 1.5, null])('rejects version %j', async (version) => {
      const user = await createTestUser()
      const reply = await call('PUT', `/api/users/${user._id}`, { version, name: '甲' })
      expect(toResult(reply)).toMatchObject({ status: 400, errors: [{ path: 'version' }] })
    })

    it('signs the user out after a new password or status', async () => {
      const user = await createTestUser()
      const fields = { name: user.name, email: user.email }
      const first = await signIn(app(), user.email)
      await call('PUT', `/api/users/${user._id}`, { ...fields, password: 'another one' })
      expect(await getOwnStatus(first.token)).toBe(401)
      const second = await signIn(app(), user.email, 'another one')
      await call('PUT', `/api/users/${user._id}`, { ...fields, status: 'inactive' })
      expect(await getOwnStatus(second.token)).toBe(401)
    })

    it('audits nothing if nothing changes', async () => {
      const user = await createTestUser()
      const before = await getLastEntry('user.update')
      expect((await call('PUT', `/api/users/${user._id}`, { name: user.name, email: user.email })).statusCode).toBe(200)
      expect(await getLastEntry('user.update')).toEqual(before)
    })

    it('rejects changing to an email address that is taken', async () => {
      const user = await createTestUser()
      const other = await createTestUser()
      const reply = await call('PUT', `/api/users/${user._id}`, { name: '甲', email: other.email.toUpperCase() })
      expect(toResult(reply)).toMatchObject({ status: 409, errors: [{ path: 'email' }] })
    })

    describe('of the caller themselves', () => {
      const SELF = { name: 'admin', email: 'admin@example.com' }
      // Another super_admin, so that the caller isn't protected as the last one.
      beforeAll(() => createTestUser({ role: 'super_admin' }))

      it('rejects a lower role', async () => {
        const reply = await call('PUT', `/api/users/${admin.id}`, { ...SELF, role: 'editor' })
        expect(toResult(reply)).toMatchObject({ status: 409, message: '不能禁用、降级或删除自己的账号' })
      })

      it('rejects a new password', async () => {
        const change = await call('PUT', `/api/users/${admin.id}`, { ...SELF, password: 'another one' })
        expect(toResult(change)).toMatchObject({ status: 400, errors: [{ path: 'password' }] })
        const reset = await call('PATCH', `/api/users/${admin.id}/reset-password`, { newPassword: 'another one' })
        expect(toResult(reset)).toMatchObject({ status: 409, message: '请在“我的账号”中修改自己的密码' })
      })

      it('rejects the deletion', async () => {
        expect((await call('DELETE', `/api/users/${admin.id}`)).statusCode).toBe(409)
      })
    })
  })

  it('disables a user, whose next request is rejected, and enables them', async () => {
    const user = await createTestUser({ role: 'editor' })
    const { token } = await signIn(app(), user.email)
    const disabled = await call('PATCH', `/api/users/${user._id}/status`, { status: 'inactive' })
    expect(disabled.json()).toMatchObject({ success: true, message: '用户已禁用', data: { status: 'inactive' } })
    expect(await getOwnStatus(token)).toBe(401)
    expect((await getLastEntry('user.status')).detail).toBe('活跃 → 已禁用')
    expect((await call('PATCH', `/api/users/${user._id}/status`, { status: 'active' })).json().message).toBe(
      '用户已启用',
    )
    expect(await getOwnStatus(token)).toBe(401)
    expect(await getOwnStatus((await signIn(app(), user.email)).token)).toBe(200)
  })

  it.each([
    ['too short', '12345', '新密码长度至少为6位'],
    ['common', '123456', '这个密码太常见，容易被猜到，请换一个'],
  ])('rejects a new password that is %s', async (_, newPassword, message) => {
    const user = await createTestUser()
    const reply = await call('PATCH', `/api/users/${user._id}/reset-password`, { newPassword })
    expect(reply.json()).toEqual({ success: false, message, errors: [{ path: 'newPassword', message }] })
  })

  it('replaces a password and signs the user out', async () => {
    const user = await createTestUser()
    const { token } = await signIn(app(), user.email)
    const path = `/api/users/${user._id}/reset-password`
    expect((await call('PATCH', path, { newPassword: 'until then' })).json().message).toBe('密码重置成功')
    expect(await getOwnStatus(token)).toBe(401)
    const { user: signedIn } = await signIn(app(), user.email, 'until then')
    expect(signedIn).toMatchObject({ _id: user._id, mustChangePassword: true })
    expect(await getLastEntry('user.password')).toMatchObject({ target: user.name, detail: '' })
  })

  it('deletes a user only once', async () => {
    const user = await createTestUser()
    const { token } = await signIn(app(), user.email)
    expect((await call('DELETE', `/api/users/${user._id}`)).json().message).toBe('用户已删除')
    expect(await getOwnStatus(token)).toBe(401)
    expect((await call('DELETE', `/api/users/${user._id}`)).statusCode).toBe(404)
    expect(await getLastEntry('user.remove')).toMatchObject({ target: user.name })
  })

  it('never disables, demotes or deletes the last active super_admin', async () => {
    const otherSuperAdmins = (await list('limit=100')).users.filter(
      ({ _id, role }: UserRecord) => role === 'super_admin' && _id !== admin.id,
    )
    for (const { _id } of otherSuperAdmins) await call('PATCH', `/api/users/${_id}/status`, { status: 'inactive' })
    const message = '不能禁用、降级或删除最后一个活跃的超级管理员'
    const self = { name: 'admin', email: 'admin@example.com' }
    for (const reply of [
      await call('PATCH', `/api/users/${admin.id}/status`, { status: 'inactive' }),
      await call('PUT', `/api/users/${admin.id}`, { ...self, role: 'viewer' }),
      await call('DELETE', `/api/users/${admin.id}`),
    ])
      expect(toResult(reply)).toMatchObject({ status: 409, message })
  })

  it.each([
    ['GET', '/api/users/nobody', undefined],
    ['PUT', '/api/users/nobody', { name: '甲', email: 'a@example.com' }],
    ['PATCH', '/api/users/nobody/status', { status: 'active' }],
    ['PATCH', '/api/users/nobody/reset-password', { newPassword: '123456' }],
    ['DELETE', '/api/users/nobody', undefined],
  ] as const)('%s %s returns 404 for an unknown user', async (method, url, payload) => {
    const reply = await call(method, url, payload)
    expect(toResult(reply)).toMatchObject({ status: 404, message: '用户不存在' })
  })

  it('rejects callers without permission', async () => {
    expect((await app().server.inject('/api/users')).statusCode).toBe(401)
    const payload = { name: '甲', email: 'a@example.com', password: PASSWORD, role: 'super_admin' }
    expect((await call('POST', '/api/users', payload, viewer)).statusCode).toBe(403)
    for (const role of ['editor', 'reviewer', 'member'] as const) {
      const caller = await createSignedInUser(app(), role)
      expect((await call('GET', '/api/users', undefined, caller)).statusCode).toBe(403)
    }
  })
})
