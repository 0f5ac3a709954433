import { beforeAll, describe, expect, it } from 'vitest'
import type { AuditAction } from '#contracts/audit/actions.ts'
import type { AuditEntry } from '#contracts/audit/audit.ts'
import { AUDIT_COUNT_LIMIT } from '#contracts/limits.ts'
import { type Caller, createSignedInUser, createUser, PASSWORD, signIn } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('the audit log', (app) => {
  let admin: Caller
  let viewer: Caller
  beforeAll(async () => {
    admin = await createSignedInUser(app(), 'super_admin', 'Anna')
    viewer = await createSignedInUser(app(), 'viewer')
  })

  const list = async (query = '', caller = admin): Promise<AuditEntry[]> => {
    const reply = await app().server.inject({ url: `/api/audit?${query}`, headers: caller.headers })
    expect(reply.statusCode).toBe(200)
    return reply.json().data
  }
  const login = (email: string, password: string) =>
    app().server.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })

  it('records sign-ins, failed sign-ins and sign-outs, without what was typed', async () => {
    await createUser(app(), { email: 'bo@example.com', name: 'Bo', role: 'editor' })
    await login('bo@example.com', 'my-secret-guess')
    await login('my-secret-password', 'x')
    const { token } = await signIn(app(), 'bo@example.com')
    await app().server.inject({
      method: 'POST',
      url: '/api/auth/logout',
      headers: { authorization: `Bearer ${token}` },
    })
    const newest = (await list()).slice(0, 4)
    expect(newest.map(({ action, target, user }) => [action, target, user?.name ?? null])).toEqual([
      ['auth.sign-out', 'Bo', 'Bo'],
      ['auth.sign-in', 'Bo', 'Bo'],
      ['auth.sign-in-failed', '未知账号', null],
      ['auth.sign-in-failed', 'Bo', null],
    ])
    const everything = JSON.stringify(await app().database.read.selectFrom('auditEntries').selectAll().execute())
    expect(everything).not.toMatch(new RegExp(`secret|${PASSWORD}|example\\.com|${token}`))
  })

  it('records that a disabled account was rejected', async () => {
    await createUser(app(), { email: 'off@example.com', name: '停用者', status: 'inactive' })
    expect((await login('off@example.com', PASSWORD)).statusCode).toBe(403)
    expect((await list())[0]).toMatchObject({
      action: 'auth.sign-in-failed',
      target: '停用者',
      detail: '账号已被禁用，请联系管理员',
    })
  })

  it('shows who has reviewed a product only to users who may read contacts', async () => {
    const { database, services } = app()
    const author = await createUser(app(), { email: 'author@example.com', name: '匿名作者', role: 'member' })
    await database.write((transaction) =>
      services.audit.record(transaction, {
        actor: { id: author._id, name: author.name, ip: null },
        action: 'member-review.submit',
        target: '某产品',
      }),
    )
    const ofAuthor = `user=${author._id}`
    expect((await list(ofAuthor)).map(({ action }) => action)).toEqual(['member-review.submit'])
    expect(await list(ofAuthor, viewer)).toEqual([])
    const isByAuthor = ({ user }: AuditEntry) => user?.id === author._id
    expect((await services.audit.listRecentChanges(5, { role: 'reviewer' })).some(isByAuthor)).toBe(true)
    expect((await services.audit.listRecentChanges(5, { role: 'editor' })).some(isByAuthor)).toBe(false)
  })

  it('shows by id what only its owner may read by name', async () => {
    const { database, services } = app()
    await database.write((transaction) =>
      services.audit.record(transaction, { actor: null, action: 'evaluation.remove', target: '4b0e2a' }),
    )
    const [entry] = await list('action=evaluation.remove')
    expect(entry?.target).toBe('编号4b0e2a（名称仅所有者可见）')
  })

  it("doesn't record failed actions", async () => {
    const { database, services } = app()
    const actor = { id: admin.id, name: admin.name, ip: null }
    const failing = database.write(async (transaction) => {
      await services.audit.record(transaction, { actor, action: 'settings.update', target: '不曾发生' })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await list('action=settings.update')).toEqual([])
  })

  it('truncates long texts between characters', async () => {
    const { database, services } = app()
    const target = '😀'.repeat(400)
    await database.write((transaction) =>
      services.audit.record(transaction, { actor: null, action: 'mail.test', target, detail: 'a\ud800' }),
    )
    const [entry] = await list('action=mail.test')
    expect(entry?.target).toHaveLength(500)
    expect(entry?.target.isWellFormed()).toBe(true)
    expect(entry?.detail).toBe('a\ufffd')
  })

  it('shows IP addresses to super_admins only', async () => {
    expect((await list('action=auth.sign-in'))[0]?.ip).toBe('127.0.0.1')
    expect((await list('', viewer)).map(({ ip }) => ip)).not.toContain('127.0.0.1')
  })

  describe('the filters', () => {
    it('matches part of a name ignoring case, or an id', async () => {
      expect(new Set((await list('user=ANN')).map(({ user }) => user?.name))).toEqual(new Set(['Anna']))
      expect(new Set((await list(`user=${admin.id}`)).map(({ user }) => user?.name))).toEqual(new Set(['Anna']))
      expect(await list('user=%25')).toEqual([])
      expect(await list('user=_nna')).toEqual([])
    })

    it('includes the first and the last day', async () => {
      for (let count = 0; count < 4; count += 1) await signIn(app(), 'viewer@example.com')
      expect((await list('from=2026-11-21&to=2026-11-21')).length).toBeGreaterThan(3)
      expect(await list('to=2026-11-20')).toEqual([])
      expect(await list('from=2026-11-22')).toEqual([])
      expect((await list('from=2026-11-21T02:00:00Z&to=2026-11-21T02:00:00Z')).length).toBeGreaterThan(3)
    })

    it('rejects an end before the start', async () => {
      const url = '/api/audit?from=2026-11-22&to=2026-11-21'
      const reply = await app().server.inject({ url, headers: admin.headers })
      expect(reply.statusCode).toBe(400)
      expect(reply.json().errors).toEqual([{ path: 'from', message: '起始日期不能晚于截止日期' }])
    })

    it.each(['page=0', 'action=nothing', 'from=yesterday', 'to=2026-13-01', 'user=%00'])(
      'rejects %s',
      async (query) => {
        const reply = await app().server.inject({ url: `/api/audit?${query}`, headers: admin.headers })
        expect(reply.statusCode).toBe(400)
      },
    )
  })

  it('returns pages of twenty', async () => {
    const { database, services } = app()
    for (let index = 0; index < 25; index += 1)
      await database.write((transaction) =>
        services.audit.record(transaction, { actor: null, action: 'backup.start', target: `第${index}次` }),
      )
    const reply = await app().server.inject({ url: '/api/audit?action=backup.start&page=2', headers: admin.headers })
    expect(reply.json().pagination).toEqual({ current: 2, total: 2, limit: 20, totalItems: 25 })
    expect(reply.json().data.map(({ target }: AuditEntry) => target)).toEqual([
      '第4次',
      '第3次',
      '第2次',
      '第1次',
      '第0次',
    ])
  })

  describe('the export', () => {
    const exportEntries = async (query: string, { headers } = admin) => {
      const reply = await app().server.inject({ url: `/api/audit/export?format=json&${query}`, headers })
      expect(reply.statusCode).toBe(200)
      return reply.json()
    }

    const recordEntries = (action: AuditAction, count: number) =>
      app().database.write(async (transaction) => {
        const actor = { id: admin.id, name: 'Anna', ip: '127.0.0.1' }
        for (let index = 0; index < count; index += 1)
          await app().services.audit.record(transaction, { actor, action, target: `第${index}封` })
      })

    it('contains the matching entries of all pages as listed, and is recorded itself', async () => {
      await recordEntries('mail.retry', 450)
      const exported = await exportEntries('action=mail.retry')
      expect(exported.map(({ target }: AuditEntry) => target)).toEqual(
        Array.from({ length: 450 }, (_, index) => `第${449 - index}封`),
      )
      expect(exported[0]).toMatchObject({ user: 'Anna', action: 'mail.retry', ip: '127.0.0.1' })
      expect((await list())[0]).toMatchObject({ action: 'data.export', target: '操作记录', detail: '450条' })
    })

    it('contains all entries if more match than the list counts', async () => {
      const count = AUDIT_COUNT_LIMIT + 1
      const entries = Array.from({ length: count }, (_, index) => ({
        id: `many-${String(index).padStart(5, '0')}`,
        at: '2026-11-21T01:00:00.000Z',
        action: 'mail.update' as const,
        target: '多条',
        detail: '',
        userId: null,
        userName: 'Many',
        ip: null,
      }))
      await app().database.write(async ({ db }) => {
        for (let start = 0; start < count; start += 500)
          await db
            .insertInto('auditEntries')
            .values(entries.slice(start, start + 500))
            .execute()
      })
      const exported: AuditEntry[] = await exportEntries('user=Many')
      expect(exported.length).toBe(count)
      expect((await list())[0]).toMatchObject({ action: 'data.export', detail: `至少${AUDIT_COUNT_LIMIT}条` })
    })

    it('omits IP addresses for viewers', async () => {
      await recordEntries('mail.retry-failed', 1)
      const exported: AuditEntry[] = await exportEntries('action=mail.retry-failed', viewer)
      expect(new Set(exported.map(({ ip }) => ip))).toEqual(new Set([null]))
    })

    it('labels actions in a table', async () => {
      await recordEntries('mail.test', 1)
      const url = '/api/audit/export?format=csv&action=mail.test'
      const reply = await app().server.inject({ url, headers: admin.headers })
      expect(reply.headers['content-disposition']).toContain(encodeURIComponent('操作记录-2026-11-21.csv'))
      expect(reply.body).toContain('测试邮件')
    })
  })

  it('rejects users without permission', async () => {
    const urls = ['/api/audit', '/api/audit/export']
    for (const url of urls) expect((await app().server.inject(url)).statusCode).toBe(401)
    for (const role of ['editor', 'reviewer', 'member'] as const) {
      const { headers } = await createSignedInUser(app(), role)
      for (const url of urls) expect((await app().server.inject({ url, headers })).statusCode).toBe(403)
    }
  })
})
