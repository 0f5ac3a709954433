import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AuditEntry } from '#contracts/audit/audit.ts'
import { withAllSections } from '#contracts/documents/documents.ts'
import { DAY_MS } from '#contracts/durations.ts'
import { PAGE_PATH_MAX } from '#contracts/limits.ts'
import { createProjectClient, saveMethod } from '#testing/factories/evaluation-projects.ts'
import { createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser, createUser } from '#testing/factories/users.ts'
import { onEveryDatabase, type TestApp } from '#testing/test-app.ts'

const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

async function viewPage({ server, services }: TestApp, path: unknown, userAgent = BROWSER) {
  const reply = await server.inject({
    method: 'POST',
    url: '/api/page-views',
    payload: { path },
    headers: { 'user-agent': userAgent },
  })
  await services.analytics.visits.flush()
  return reply
}

const getDashboard = async ({ server }: TestApp, { headers }: Caller) =>
  (await server.inject({ url: '/api/dashboard', headers })).json().data

onEveryDatabase('analytics', (app) => {
  let viewer: Caller
  let id = ''
  beforeAll(async () => {
    viewer = await createSignedInUser(app(), 'viewer')
    ;[id = ''] = await createProducts(app(), 'agent', [
      { name: '甲' },
      { name: '乙' },
      { name: '停用', isActive: false },
    ])
  })

  beforeEach(() => app().database.write(({ db }) => db.deleteFrom('visitCounts').execute()))

  const listPageCounts = () =>
    app()
      .database.read.selectFrom('visitCounts')
      .select(['name as path', 'period as day', 'count as views'])
      .where('kind', '=', 'page')
      .where('period', 'like', '%-%-%')
      .orderBy('name')
      .orderBy('period')
      .execute()

  it('counts concurrent views by page and day', async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, () => viewPage(app(), '/')))
    expect(new Set(replies.map(({ statusCode, body }) => `${statusCode} ${body}`))).toEqual(new Set(['204 ']))
    for (const path of ['/products/', '/evaluation/reports/abc', '/evaluation/reports/xyz']) await viewPage(app(), path)
    expect(await listPageCounts()).toEqual([
      { path: '/', day: '2026-11-21', views: 12 },
      { path: '/evaluation/reports', day: '2026-11-21', views: 2 },
      { path: '/products', day: '2026-11-21', views: 1 },
    ])
  })

  it("counts a product's views by its id, whether requested by id or name, without changing its update time", async () => {
    const etag = (await app().server.inject('/api/products-content')).headers.etag
    for (const path of [
      `/products/${id}`,
      `/products/${encodeURIComponent('甲')}`,
      `/products/${encodeURIComponent('乙')}`,
    ])
      expect((await viewPage(app(), path)).statusCode).toBe(204)
    const { popularProducts } = await getDashboard(app(), viewer)
    expect(
      popularProducts.map(({ name, views, totalViews }: Record<string, unknown>) => [name, views, totalViews]),
    ).toEqual([
      ['甲', 2, 2],
      ['乙', 1, 1],
    ])
    expect((await app().server.inject('/api/products-content')).headers.etag).toBe(etag)
  })

  it.each([
    '/products/nobody',
    `/products/${encodeURIComponent('停用')}`,
    '/78ai/甲',
    '/admin',
    '/api/site',
    '/a/b/c',
    '//',
    '/products/%',
    '/products/%00',
    'https://evil.example/',
    '/?a=1',
    '/../',
  ])("doesn't count views of %j", async (path) => {
    const before = await listPageCounts()
    expect((await viewPage(app(), path)).statusCode).toBe(204)
    expect(await listPageCounts()).toEqual(before)
  })

  it.each([
    'Googlebot/2.1',
    'Baiduspider',
    'curl/8.0',
    'Mozilla/5.0 HeadlessChrome/140',
    'python-requests/2',
    'bingbot/2.0',
    '',
  ])("doesn't count views by %j", async (userAgent) => {
    const before = await listPageCounts()
    expect((await viewPage(app(), '/', userAgent)).statusCode).toBe(204)
    expect(await listPageCounts()).toEqual(before)
  })

  it.each([
    ['missing', undefined],
    ['a number', 7],
    ['empty', ''],
    ['too long', 'x'.repeat(PAGE_PATH_MAX + 1)],
    ['a list', ['/']],
  ])('rejects a path that is %s', async (_, path) => {
    expect((await viewPage(app(), path)).statusCode).toBe(400)
  })

  describe('the dashboard', () => {
    it('lists recent actions without IP addresses', async () => {
      const editor = await createSignedInUser(app(), 'editor')
      await app().server.inject({
        method: 'PUT',
        url: '/api/home-content',
        payload: withAllSections('home', { a: 1 }),
        headers: editor.headers,
      })
      const { recentActivity } = await getDashboard(app(), viewer)
      expect(recentActivity[0]).toMatchObject({ action: 'content.save', target: '首页内容', ip: null })
    })

    it('lists for an editor no actions of areas that the editor may not read', async () => {
      const admin = await createSignedInUser(app(), 'super_admin', 'managing-admin')
      const editor = await createSignedInUser(app(), 'editor', 'reading-editor')
      const payload = { name: '新同事', email: 'colleague@example.com', role: 'viewer', password: 'correct horse' }
      await app().server.inject({ method: 'POST', url: '/api/users', headers: admin.headers, payload })
      const sections = withAllSections('community', { a: 1 })
      await app().server.inject({
        method: 'PUT',
        url: '/api/community-content',
        payload: sections,
        headers: editor.headers,
      })
      const listActions = async ({ headers }: { headers: { authorization: string } }) =>
        (await app().server.inject({ url: '/api/dashboard', headers }))
          .json()
          .data.recentActivity.map(({ action }: AuditEntry) => action)
      expect(await listActions(admin)).toContain('user.create')
      expect(await listActions(editor)).toContain('content.save')
      expect(await listActions(editor)).not.toContain('user.create')
    })

    it("doesn't list what a member does with content that only the member sees", async () => {
      await saveMethod(app())
      const owner = await createSignedInUser(app(), 'member', 'project-owner')
      const project = await createProjectClient(app(), owner).create({ name: '内部选型' })
      expect(project.statusCode).toBe(200)
      const { recentActivity } = await getDashboard(app(), viewer)
      expect(recentActivity.map(({ action }: AuditEntry) => action)).not.toContain('evaluation.create')
    })

    it('requires back-office access', async () => {
      expect((await app().server.inject('/api/dashboard')).statusCode).toBe(401)
      const { headers } = await createSignedInUser(app(), 'member')
      expect((await app().server.inject({ url: '/api/dashboard', headers })).statusCode).toBe(403)
    })
  })
})

onEveryDatabase('the figures of the dashboard', (app) => {
  it('compare this month with the last one', async () => {
    await createSignedInUser(app(), 'viewer')
    await createProducts(app(), 'agent', [{ name: '甲' }, { name: '乙' }, { name: '停用', isActive: false }])
    for (const path of ['/', '/products', '/']) await viewPage(app(), path)
    app().clock.advance(15 * DAY_MS)
    await createProducts(app(), 'ai', [{ name: '新月新品' }])
    await createUser(app(), { email: 'this-month@example.com' })
    await createUser(app(), { email: 'pending@example.com', status: 'pending' })
    const viewer = await createSignedInUser(app(), 'viewer', 'viewer-2')
    await viewPage(app(), '/')
    expect((await getDashboard(app(), viewer)).figures).toEqual({
      products: { value: 4, lastMonth: 3 },
      activeUsers: { value: 3, lastMonth: 1 },
      pendingSubmissions: { value: 0, lastMonth: 0 },
      pageViews: { value: 1, lastMonth: 3 },
    })
  })
})
