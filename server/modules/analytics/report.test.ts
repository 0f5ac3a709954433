import { beforeAll, describe, expect, it } from 'vitest'
import type { Analytics, ComparedFigure } from '#contracts/analytics/analytics.ts'
import { DAY_MS } from '#contracts/durations.ts'
import { addDays } from '#contracts/rules/shanghai-time.ts'
import { createProducts } from '#testing/factories/products.ts'
import { SUBMISSION } from '#testing/factories/submissions.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const CONSULTATION = {
  companyName: '某集团',
  contactName: '陈女士',
  phone: '13800138000',
  email: 'chen@example.com',
  requirements: '比较三个产品',
}

onEveryDatabase('analytics of a range', (app) => {
  let viewer: Caller
  let others: Caller[]
  let productId = ''

  /** Counts views of a page by one visitor. */
  async function countViews(path: string, views: number, referrer?: string) {
    const visit = {
      path,
      address: '203.0.113.7',
      userAgent: BROWSER,
      ownHosts: [],
      ...(referrer ? { referrer } : {}),
    }
    for (let index = 0; index < views; index += 1) await app().services.analytics.visits.count(visit)
    await app().services.analytics.visits.flush()
  }

  // 21 November: 10 views of the home page. 31 December: 3 of the home page, 2 of a product. 1 January: 1 view.
  beforeAll(async () => {
    const { services, clock } = app()
    ;[productId = ''] = await createProducts(app(), 'agent', [
      { name: '甲', category: '客服' },
      { name: '乙', category: '客服' },
      { name: '丙', category: '财务' },
    ])
    await countViews('/', 10)
    await services.leads.requestConsultation(CONSULTATION)
    clock.advance(40 * DAY_MS)
    await countViews('/', 3, 'baidu.com')
    await countViews(`/products/${productId}`, 2)
    await services.leads.requestConsultation(CONSULTATION)
    await services.leads.requestConsultation({ ...CONSULTATION, requirements: '另一个需求' })
    await services.submissions.submit({ ...SUBMISSION, facts: [], files: [], screenshots: [] })
    await app().server.inject({
      method: 'POST',
      url: '/api/evaluation-report',
      payload: { productName: '甲', techScore: 95, businessScore: 95, marketScore: 95 },
    })
    clock.advance(DAY_MS)
    await countViews('/community', 1)
    viewer = await createSignedInUser(app(), 'viewer')
    others = [
      await createSignedInUser(app(), 'editor'),
      await createSignedInUser(app(), 'reviewer'),
      await createSignedInUser(app(), 'member'),
    ]
  })

  const requestReport = (query = '', { headers } = viewer) =>
    app().server.inject({ url: `/api/analytics${query}`, headers })
  const readReport = async (query: string): Promise<Analytics> => (await requestReport(`?${query}`)).json().data
  const createFigure = (value: number, before: number, growth: number | null): ComparedFigure => ({
    value,
    before,
    growth,
  })

  it('adds up the last 30 days, and compares them with the 30 before', async () => {
    const figures = await readReport('')
    expect({ from: figures.from, to: figures.to, step: figures.step }).toEqual({
      from: '2026-12-03',
      to: '2027-01-01',
      step: 'day',
    })
    expect(figures.totals).toEqual({
      views: createFigure(6, 10, -0.4),
      visitors: createFigure(2, 1, 1),
      leads: createFigure(2, 1, 1),
      submissions: createFigure(1, 0, null),
      reports: createFigure(1, 0, null),
      products: createFigure(3, 3, 0),
      activeUsers: createFigure(4, 0, null),
    })
    expect(figures.series).toHaveLength(30)
    expect(figures.series.slice(-3)).toEqual([
      { period: '2026-12-30', views: 0, visitors: 0 },
      { period: '2026-12-31', views: 5, visitors: 1 },
      { period: '2027-01-01', views: 1, visitors: 1 },
    ])
  })

  it('lists the pages, products, referrers, devices and categories with the most views', async () => {
    const figures = await readReport('')
    expect(figures.pages).toEqual([
      { name: '/', count: 3 },
      { name: '/products/*', count: 2 },
      { name: '/community', count: 1 },
    ])
    expect(figures.products).toEqual([{ id: productId, catalogue: 'agent', name: '甲', category: '客服', count: 2 }])
    expect(figures.referrers).toEqual([{ name: 'baidu.com', count: 3 }])
    expect(figures.devices).toEqual([
      { name: 'desktop', count: 6 },
      { name: 'mobile', count: 0 },
      { name: 'tablet', count: 0 },
    ])
    expect(figures.categories).toEqual([
      { name: '客服', count: 2, views: 2 },
      { name: '财务', count: 1, views: 0 },
    ])
  })

  it('counts submissions and leads by status, and reports by recommendation', async () => {
    const figures = await readReport('')
    expect(figures.submissions).toEqual([
      { name: 'pending', count: 1 },
      { name: 'returned', count: 0 },
      { name: 'approved', count: 0 },
      { name: 'rejected', count: 0 },
    ])
    expect(figures.leads[0]).toEqual({ name: 'new', count: 2 })
    expect(figures.reports[0]).toEqual({ name: '强烈推荐', count: 1 })
  })

  it('groups a year by month, with the sums of the days', async () => {
    const figures = await readReport('range=12m')
    expect({ from: figures.from, step: figures.step, length: figures.series.length }).toEqual({
      from: '2026-02-01',
      step: 'month',
      length: 12,
    })
    expect(figures.series.slice(-3)).toEqual([
      { period: '2026-11', views: 10, visitors: 1 },
      { period: '2026-12', views: 5, visitors: 1 },
      { period: '2027-01', views: 1, visitors: 1 },
    ])
    expect(figures.pages[0]).toEqual({ name: '/', count: 13 })
  })

  it.each([
    ['range=7d', 6],
    ['range=90d', 16],
    ['range=custom&from=2026-11-21&to=2026-12-30', 10],
    ['range=custom&from=2026-11-22&to=2026-12-30', 0],
    ['range=custom&from=2026-11-01&to=2026-12-31', 15],
    ['range=custom&from=2027-01-01&to=2027-12-31', 1],
  ])('counts the views of %s as %i in every sum', async (query, views) => {
    const { totals, series, pages, devices, from, before } = await readReport(query)
    expect({
      total: totals.views.value,
      series: series.reduce((sum, period) => sum + period.views, 0),
      pages: pages.reduce((sum, { count }) => sum + count, 0),
      desktop: devices[0]?.count,
    }).toEqual({ total: views, series: views, pages: views, desktop: views })
    expect(addDays(before.to, 1)).toBe(from)
  })

  it.each([
    ['an unknown range', 'range=8d', 'range'],
    ['a custom range without days', 'range=custom', 'from'],
    ['a custom range without an end', 'range=custom&from=2026-11-01', 'to'],
    ['an end before the start', 'range=custom&from=2026-11-02&to=2026-11-01', 'from'],
    ['a range in the future', 'range=custom&from=2027-01-02&to=2027-01-03', 'from'],
    ['a range that is too long', 'range=custom&from=2024-01-01&to=2026-01-02', 'to'],
    ['a day that does not exist', 'range=custom&from=2026-02-30&to=2026-03-01', 'from'],
    ['a start that is not a day', 'from=x', 'from'],
  ])('rejects %s', async (_, query, path) => {
    const reply = await requestReport(`?${query}`)
    expect(toResult(reply)).toMatchObject({ status: 400, errors: [{ path }] })
  })

  it('returns the same figures as the dashboard', async () => {
    const { figures, popularProducts } = (
      await app().server.inject({ url: '/api/dashboard', headers: viewer.headers })
    ).json().data
    const december = await readReport('range=custom&from=2026-12-01&to=2026-12-31')
    const january = await readReport('range=custom&from=2027-01-01&to=2027-01-31')
    expect(figures.pageViews).toEqual({ value: january.totals.views.value, lastMonth: december.totals.views.value })
    expect(figures.products.value).toBe(january.totals.products.value)
    expect(figures.activeUsers.value).toBe(january.totals.activeUsers.value)
    expect(popularProducts).toEqual([])
  })

  it('rejects users without permission', async () => {
    for (const path of ['', '/export']) {
      expect((await app().server.inject(`/api/analytics${path}`)).statusCode).toBe(401)
      for (const caller of others) expect((await requestReport(path, caller)).statusCode).toBe(403)
    }
  })

  describe('an export', () => {
    it('is audited with its days', async () => {
      await requestReport('/export?format=csv')
      const { action, target, detail } = await app()
        .database.read.selectFrom('auditEntries')
        .selectAll()
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      expect({ action, target, detail }).toEqual({
        action: 'data.export',
        target: '数据分析',
        detail: '2026-12-03至2027-01-01',
      })
    })

    it('contains every figure', async () => {
      const reply = await requestReport('/export?format=csv')
      expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
      expect(decodeURIComponent(String(reply.headers['content-disposition']))).toContain(
        '数据分析-2026-12-03-2027-01-01.csv',
      )
      const lines = reply.body.split('\r\n')
      expect(lines[0]).toBe('\ufeff分组,项目,数量,上一时段')
      for (const line of ['汇总,浏览量,6,10', '每日访客,2026-12-31,1,', '热门页面,智能体产品详情,2,', '设备,电脑,6,'])
        expect(lines).toContain(line)
    })

    it.each(['xlsx', 'json'])('exports the report as %s', async (format) => {
      const reply = await requestReport(`/export?range=12m&format=${format}`)
      expect(reply.statusCode).toBe(200)
      expect(reply.rawPayload.length).toBeGreaterThan(500)
    })
  })
})
