import { beforeAll, describe, expect, it } from 'vitest'
import type { AuditEntry } from '#contracts/audit/audit.ts'
import type { UserRecord } from '#contracts/users/user.ts'
import { bearer, type Caller, createSignedInUser, createUser, PASSWORD, signIn } from '#testing/factories/users.ts'
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
  const names = async (query: string, caller = admin): Promise<string[]> =>
    (await list(query, caller)).users.map(({ name }: UserRecord) => name)
  const audited = async (action: string): Promise<AuditEntry> => {
    const reply = await call('GET', `/api/audit?action=${action}`)
    return reply.json().data[0]
  }
  const me = async (token: string) =>
    (await app().server.inject({ url: '/api/auth/me', headers: bearer(token) })).statusCode

  let created = 0
  const someone = (fields: object = {}) => {
    created += 1
    app().clock.advance(1000)
    return createUser(app(), { email: `someone.${created}@example.com`, name: `某人${created}`, ...fields })
  }

  beforeAll(async () => {
    admin = await createSignedInUser(app(), 'super_admin', 'admin')
    viewer = await createSignedInUser(app(), 'viewer')
  })

  describe('are listed', () => {
    beforeAll(async () => {
      app().clock.advance(1000)
      await createUser(app(), { email: 'zhang@bank.example', name: '张晓明', company: '上海某银行', phone: '138' })
      await createUser(app(), { email: 'off@bank.example', name: '停用者', status: 'inactive' })
      for (let index = 0; index < 11; index += 1) await someone({ company: '一百分%公司' })
    })

    it('ten a page, the newest first', async () => {
      const first = await list('page=1&limit=10&search=&status=')
      expect(first.pagination).toEqual({ current: 1, total: 2, limit: 10, totalUsers: 15 })
      expect(first.users).toHaveLength(10)
      expect(first.users[0].name).toBe('某人11')
      expect(await names('page=2')).toHaveLength(5)
      expect(await names('page=3')).toEqual([])
    })

    it('with all that the screen shows', async () => {
      const { users } = await list('search=zhang@')
      expect(users).toEqual([
        {
          _id: expect.any(String),
          username: 'zhang',
          name: '张晓明',
          email: 'zhang@bank.example',
          phone: '138',
          role: 'member',
          status: 'active',
          company: '上海某银行',
          position: '',
          lastLogin: null,
          createdAt: expect.any(String),
          awaited: null,
          twoFactor: false,
          version: 1,
        },
      ])
    })

    it.each(['晓明', '張曉', 'zhangxiaoming', 'zxm', '上海某', 'BANK.example', 'Zhang@'])('by %s', async (input) => {
      expect(await names(`search=${encodeURIComponent(input)}`)).toContain('张晓明')
    })
    it.each(['王', '_', '\\', "' or 1=1 --", '{{7*7}}'])('by nothing that is not there: %s', async (input) => {
      expect(await names(`search=${encodeURIComponent(input)}`)).toEqual([])
    })
    it('by a LIKE wildcard, taken literally', async () => {
      expect((await names('search=%25&limit=100')).length).toBe(11)
    })
    it('by their status', async () => {
      expect(await names('status=inactive')).toEqual(['停用者'])
      expect(await names('status=inactive&search=zhang')).toEqual([])
    })
    it.each(['page=0', 'limit=0', 'limit=101', 'status=gone', 'search=%00', 'page=x'])(
      'and refuse %s',
      async (query) => {
        expect((await call('GET', `/api/users?${query}`)).statusCode).toBe(400)
      },
    )

    it('without contact data for who may not see it, nor found by it', async () => {
      const [shown] = (await list('search=晓明', viewer)).users
      const single = (await call('GET', `/api/users/${shown._id}`, undefined, viewer)).json().data
      expect(single).toEqual(shown)
      expect(shown).toMatchObject({ name: '张晓明', company: '上海某银行', username: '', email: '', phone: '' })
      expect(await names('search=bank.example', viewer)).toEqual([])
      expect(await names('search=zhang@', viewer)).toEqual([])
    })
  })

  describe('are made', () => {
    const NEW = { name: '新同事', email: 'New.One@Example.com', password: PASSWORD, role: 'editor' }

    it('with a role, a status and a password, and are kept in the audit without it', async () => {
      const reply = await call('POST', '/api/users', { ...NEW, company: '某集团', status: 'active' })
      expect([reply.statusCode, reply.json().message]).toEqual([200, '用户已创建'])
      expect(reply.json().data).toMatchObject({ email: 'new.one@example.com', role: 'editor', status: 'active' })
      expect((await signIn(app(), 'new.one')).user.name).toBe('新同事')
      const entry = await audited('user.create')
      expect(entry).toMatchObject({ user: { name: 'admin' }, target: '新同事', detail: '角色：编辑，状态：活跃' })
      expect(JSON.stringify(entry)).not.toContain(PASSWORD)
    })

    it('not twice with one address', async () => {
      const reply = await call('POST', '/api/users', { ...NEW, email: 'NEW.one@example.com' })
      expect([reply.statusCode, reply.json().errors]).toEqual([409, [{ path: 'email', message: '该邮箱已注册' }]])
      const both = await Promise.all(
        [1, 2].map(() => call('POST', '/api/users', { ...NEW, email: 'twice@example.com' })),
      )
      expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    })

    it.each([
      [{ name: '' }, 'name', '请填写用户姓名和邮箱'],
      [{ email: '' }, 'email', '请填写用户姓名和邮箱'],
      [{ email: 'a@b' }, 'email', '请输入有效的邮箱地址'],
      [{ password: '' }, 'password', '新用户必须设置密码'],
      [{ password: undefined }, 'password', '新用户必须设置密码'],
      [{ password: '12345' }, 'password', '新密码长度至少为6位'],
      [{ role: undefined }, 'role', '请选择角色'],
      [{ role: 'owner' }, 'role', '请选择角色'],
      [{ name: '长'.repeat(61) }, 'name', '最多60个字符'],
    ])('not with %j', async (fields, path, message) => {
      const reply = await call('POST', '/api/users', { ...NEW, email: 'wrong@example.com', ...fields })
      expect([reply.statusCode, reply.json().errors]).toEqual([400, [{ path, message }]])
    })
  })

  describe('are changed', () => {
    it('in every field; absent fields and a blank password are kept', async () => {
      const user = await someone({ phone: '138', company: '旧公司' })
      const before = await signIn(app(), user.email)
      const reply = await call('PUT', `/api/users/${user._id}`, {
        name: '新名',
        email: 'Moved@Example.com',
        password: '',
        role: 'reviewer',
        company: '新公司',
      })
      expect(reply.json()).toMatchObject({ success: true, message: '用户信息已保存' })
      const { name, email, username, role, company, phone, status } = reply.json().data
      expect([name, email, username, role, company, phone, status]).toEqual([
        ...['新名', 'moved@example.com', 'moved', 'reviewer', '新公司', '138', 'active'],
      ])
      expect(await names('search=xgs')).toContain('新名')
      expect(await me(before.token)).toBe(200)
      expect((await signIn(app(), 'moved@example.com')).user.role).toBe('reviewer')
      expect((await audited('user.update')).detail).toBe('角色：注册访客 → 审核员；修改：姓名、邮箱、公司')
    })

    it('by two administrators at once, each in their own fields', async () => {
      const user = await someone({ phone: '138' })
      await Promise.all([
        call('PUT', `/api/users/${user._id}`, { phone: '139' }),
        call('PUT', `/api/users/${user._id}`, { company: '新公司' }),
      ])
      const [stored] = (await list(`search=${encodeURIComponent(user.email)}`)).users
      expect(stored).toMatchObject({ name: user.name, email: user.email, phone: '139', company: '新公司' })
      const unnamed = await call('PUT', `/api/users/${user._id}`, { name: '', email: '' })
      expect(unnamed.json().errors.map(({ path }: { path: string }) => path)).toEqual(['name', 'email'])
    })

    it('over the version that it was made on, if one is named; nothing is changed over a newer one', async () => {
      const user = await someone()
      const path = `/api/users/${user._id}`
      const signedIn = await signIn(app(), user.email)
      const first = await call('PUT', path, { version: 1, phone: '138' })
      expect([first.statusCode, first.json().data.version]).toEqual([200, 2])
      const stale = await call('PUT', path, { version: 1, name: '覆盖', password: 'another one' })
      expect([stale.statusCode, stale.json().message]).toEqual([412, '这位用户刚刚被他人更新，请核对后再保存'])
      expect(await me(signedIn.token)).toBe(200)
      expect((await call('GET', path)).json().data).toMatchObject({ name: user.name, phone: '138', version: 2 })
      expect((await call('PUT', path, { version: 2, name: '新名' })).json().data).toMatchObject({
        name: '新名',
        version: 3,
      })
    })

    it('once by two parallel saves of the same version', async () => {
      const user = await someone()
      const names = ['甲', '乙']
      const replies = await Promise.all(
        names.map((name) => call('PUT', `/api/users/${user._id}`, { version: 1, name })),
      )
      expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412])
      const stored = names[replies.findIndex(({ statusCode }) => statusCode === 200)]
      expect((await call('GET', `/api/users/${user._id}`)).json().data).toMatchObject({ name: stored, version: 2 })
    })

    it('which every other change of them counts, and no sign-in', async () => {
      const user = await someone()
      const path = `/api/users/${user._id}`
      const version = async () => (await call('GET', path)).json().data.version
      const own = await signIn(app(), user.email)
      expect(await version()).toBe(1)
      const profile = { method: 'PUT', url: '/api/auth/profile', headers: bearer(own.token) } as const
      await app().server.inject({ ...profile, payload: { name: '自己改的', company: '', position: '', phone: '' } })
      await call('PATCH', `${path}/status`, { status: 'inactive' })
      await call('PATCH', `${path}/reset-password`, { newPassword: 'another one' })
      expect(await version()).toBe(4)
    })

    it.each(['1', 1.5, null])('not over version %j', async (version) => {
      const user = await someone()
      const reply = await call('PUT', `/api/users/${user._id}`, { version, name: '甲' })
      expect([reply.statusCode, reply.json().errors[0].path]).toEqual([400, 'version'])
    })

    it('and signed out by a new password or status', async () => {
      const user = await someone()
      const fields = { name: user.name, email: user.email }
      const first = await signIn(app(), user.email)
      await call('PUT', `/api/users/${user._id}`, { ...fields, password: 'another one' })
      expect(await me(first.token)).toBe(401)
      const second = await signIn(app(), user.email, 'another one')
      await call('PUT', `/api/users/${user._id}`, { ...fields, status: 'inactive' })
      expect(await me(second.token)).toBe(401)
    })

    it('without an audit entry if nothing changes', async () => {
      const user = await someone()
      const before = await audited('user.update')
      expect((await call('PUT', `/api/users/${user._id}`, { name: user.name, email: user.email })).statusCode).toBe(200)
      expect(await audited('user.update')).toEqual(before)
    })

    it('not to an address that is taken', async () => {
      const [user, other] = [await someone(), await someone()]
      const reply = await call('PUT', `/api/users/${user._id}`, { name: '甲', email: other.email.toUpperCase() })
      expect([reply.statusCode, reply.json().errors[0].path]).toEqual([409, 'email'])
    })

    it('not to a lower role or another password by themselves', async () => {
      const self = { name: 'admin', email: 'admin@example.com' }
      await someone({ role: 'super_admin' })
      const demoted = await call('PUT', `/api/users/${admin.id}`, { ...self, role: 'editor' })
      expect([demoted.statusCode, demoted.json().message]).toEqual([409, '不能禁用、降级或删除自己的账号'])
      const password = await call('PUT', `/api/users/${admin.id}`, { ...self, password: 'another one' })
      expect([password.statusCode, password.json().errors[0].path]).toEqual([400, 'password'])
      const reset = await call('PATCH', `/api/users/${admin.id}/reset-password`, { newPassword: 'another one' })
      expect([reset.statusCode, reset.json().message]).toEqual([409, '请在“我的账号”中修改自己的密码'])
      expect((await call('DELETE', `/api/users/${admin.id}`)).statusCode).toBe(409)
    })
  })

  it('are disabled, signed out by their next call, and enabled', async () => {
    const user = await someone({ role: 'editor' })
    const { token } = await signIn(app(), user.email)
    const disabled = await call('PATCH', `/api/users/${user._id}/status`, { status: 'inactive' })
    expect(disabled.json()).toMatchObject({ success: true, message: '用户已禁用', data: { status: 'inactive' } })
    expect(await me(token)).toBe(401)
    expect((await audited('user.status')).detail).toBe('活跃 → 已禁用')
    expect((await call('PATCH', `/api/users/${user._id}/status`, { status: 'active' })).json().message).toBe(
      '用户已启用',
    )
    expect(await me(token)).toBe(401)
    expect(await me((await signIn(app(), user.email)).token)).toBe(200)
  })

  it('get another password and are signed out', async () => {
    const user = await someone()
    const { token } = await signIn(app(), user.email)
    const path = `/api/users/${user._id}/reset-password`
    expect((await call('PATCH', path, { newPassword: '12345' })).json().message).toBe('新密码长度至少为6位')
    expect((await call('PATCH', path, { newPassword: '123456' })).json().message).toBe('密码重置成功')
    expect(await me(token)).toBe(401)
    expect((await signIn(app(), user.email, '123456')).user._id).toBe(user._id)
    expect(await audited('user.password')).toMatchObject({ target: user.name, detail: '' })
  })

  it('are deleted, once', async () => {
    const user = await someone()
    const { token } = await signIn(app(), user.email)
    expect((await call('DELETE', `/api/users/${user._id}`)).json().message).toBe('用户已删除')
    expect(await me(token)).toBe(401)
    expect((await call('DELETE', `/api/users/${user._id}`)).statusCode).toBe(404)
    expect(await audited('user.remove')).toMatchObject({ target: user.name })
  })

  it('can’t be disabled, demoted or deleted if they are the last active super_admin', async () => {
    const others = (await list('limit=100')).users.filter(
      ({ _id, role }: UserRecord) => role === 'super_admin' && _id !== admin.id,
    )
    for (const { _id } of others) await call('PATCH', `/api/users/${_id}/status`, { status: 'inactive' })
    const last = '不能禁用、降级或删除最后一个活跃的超级管理员'
    const self = { name: 'admin', email: 'admin@example.com' }
    for (const reply of [
      await call('PATCH', `/api/users/${admin.id}/status`, { status: 'inactive' }),
      await call('PUT', `/api/users/${admin.id}`, { ...self, role: 'viewer' }),
      await call('DELETE', `/api/users/${admin.id}`),
    ])
      expect([reply.statusCode, reply.json().message]).toEqual([409, last])
  })

  it.each([
    ['GET', '/api/users/nobody', undefined],
    ['PUT', '/api/users/nobody', { name: '甲', email: 'a@example.com' }],
    ['PATCH', '/api/users/nobody/status', { status: 'active' }],
    ['PATCH', '/api/users/nobody/reset-password', { newPassword: '123456' }],
    ['DELETE', '/api/users/nobody', undefined],
  ] as const)('%s %s finds nobody', async (method, url, payload) => {
    const reply = await call(method, url, payload)
    expect([reply.statusCode, reply.json().message]).toEqual([404, '用户不存在'])
  })

  it('are closed to others', async () => {
    expect((await app().server.inject('/api/users')).statusCode).toBe(401)
    const payload = { name: '甲', email: 'a@example.com', password: PASSWORD, role: 'super_admin' }
    expect((await call('POST', '/api/users', payload, viewer)).statusCode).toBe(403)
    for (const role of ['editor', 'reviewer', 'member'] as const) {
      const caller = await createSignedInUser(app(), role)
      expect((await call('GET', '/api/users', undefined, caller)).statusCode).toBe(403)
    }
  })
})
