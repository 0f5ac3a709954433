import { beforeAll, beforeEach, expect, it } from 'vitest'
import { analyticsCalls } from '#contracts/analytics/calls.ts'
import { fillPath } from '#contracts/paths.ts'
import { addDays, toDay } from '#contracts/rules/shanghai-time.ts'
import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import { vendorCalls } from '#contracts/vendors/calls.ts'
import type { ProductFigures } from '#contracts/vendors/figures.ts'
import { organisationCalls } from '#contracts/vendors/organisation-calls.ts'
import type { ProductEventKind } from '#server/platform/database/tables/visits.ts'
import { createContents, createInquiryClient, createVerifiedMember } from '#testing/factories/inquiries.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser, createUser, signIn, toCaller } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

onEveryDatabase('the figures of a product', (app) => {
  let count = 0
  let vendor: Caller
  let admin: Caller
  let productId: string

  const createMember = async (email: string) => {
    await createUser(app(), { email, name: '厂商', emailVerifiedAt: '2026-11-21T02:00:00.000Z' })
    return toCaller(await signIn(app(), email))
  }
  const get = (by: Caller, query = '', id = productId) =>
    app().server.inject({ url: fillPath(vendorCalls.getFigures.path, { id }) + query, headers: by.headers })
  const read = async (query = ''): Promise<ProductFigures> => (await get(vendor, query)).json().data
  const getToday = () => toDay(app().clock.now())
  /** Stores counts of a day that is so many days ago. */
  const store = (kind: 'product' | ProductEventKind, daysAgo: number, counted: number) =>
    app().database.write(({ db }) =>
      db
        .insertInto('visitCounts')
        .values({ kind, period: addDays(getToday(), -daysAgo), name: productId, count: counted })
        .execute(),
    )
  const readCount = async (kind: ProductEventKind): Promise<number> => {
    const row = await app()
      .database.read.selectFrom('visitCounts')
      .select('count')
      .where('kind', '=', kind)
      .where('name', '=', productId)
      .where('period', '=', getToday())
      .executeTakeFirst()
    return row?.count ?? 0
  }

  beforeAll(async () => {
    await enableMail(app())
    admin = await createSignedInUser(app(), 'super_admin')
  })
  beforeEach(async () => {
    count += 1
    const email = `figures-${count}@changshang.cn`
    vendor = await createMember(email)
    const [id = ''] = await createProducts(app(), 'agent', [{ name: `数据产品${count}`, contactEmail: email }])
    productId = id
  })

  it('sums whole days until yesterday, compared with as many days before', async () => {
    await store('product', 0, 100)
    await store('product', 1, 20)
    await store('product', 7, 10)
    await store('product', 8, 15)
    await store('product', 14, 5)
    await store('product', 15, 50)
    await store('compared', 3, 6)
    const figures = await read('?days=7')
    expect(figures).toMatchObject({
      id: productId,
      from: addDays(getToday(), -7),
      to: addDays(getToday(), -1),
      views: { value: 30, before: 20, growth: 0.5 },
      compared: { value: 5, before: null, growth: null },
      shortlisted: { value: null, before: null, growth: null },
    })
    expect(figures.steps.map(({ views }) => views)).toEqual([10, null, null, null, null, null, 20])
  })

  it('hide what is too small, and round all others, so that no difference of periods tells a small count', async () => {
    await store('product', 2, 4)
    await store('compared', 2, 14)
    await store('shortlisted', 2, 9)
    await store('inquired', 2, 4)
    expect(await read()).toMatchObject({
      views: { value: null },
      compared: { value: 10 },
      shortlisted: { value: 5 },
      inquired: { value: null },
    })
    await store('product', 3, 20)
    const { views, steps } = await read('?days=7')
    expect([views.value, steps.map((step) => step.views ?? 0).reduce((sum, one) => sum + one)]).toEqual([20, 20])
  })

  it.each([
    { days: 7, steps: 7 },
    { days: 30, steps: 30 },
    { days: 90, steps: 13 },
    { days: 365, steps: 14 },
  ])('have $steps steps in $days days, of which none is left out', async ({ days, steps }) => {
    const figures = await read(`?days=${days}`)
    expect(figures.steps).toHaveLength(steps)
    expect([figures.steps[0]?.from, figures.steps.at(-1)?.to]).toEqual([figures.from, figures.to])
    expect(addDays(figures.from, days - 1)).toBe(figures.to)
  })

  it('reject other periods', async () => {
    expect((await get(vendor, '?days=8')).json()).toMatchObject({ errors: [{ path: 'days' }] })
  })

  it('gives them to the vendor’s people only, and not after they leave', async () => {
    const stranger = await createMember(`stranger-${count}@qq.com`)
    const colleague = await createMember(`colleague-${count}@qq.com`)
    const call = (by: Caller, method: 'POST' | 'GET' | 'DELETE', url: string, payload?: object) =>
      app().server.inject({ method, url, headers: by.headers, ...(payload && { payload }) })
    const { id } = (await call(vendor, 'POST', organisationCalls.found.path, { name: '厂商' })).json().data
    const base = fillPath(organisationCalls.get.path, { id })
    await call(vendor, 'POST', `${base}/members`, { email: `colleague-${count}@qq.com`, role: 'editor' })
    expect((await get(colleague)).statusCode).toBe(403)
    await call(colleague, 'POST', `${base}/acceptance`)
    const statusOf = async (by: Caller) => (await get(by)).statusCode
    expect([
      await statusOf(vendor),
      await statusOf(colleague),
      await statusOf(stranger),
      await statusOf(admin),
    ]).toEqual([200, 200, 403, 403])
    const { members } = (await call(colleague, 'GET', base)).json().data
    const own = members.find(({ isMe }: { isMe: boolean }) => isMe)
    await call(colleague, 'DELETE', `${base}/members/${own.id}`)
    expect(await statusOf(colleague)).toBe(403)
    expect((await get(colleague, '/export')).statusCode).toBe(403)
    expect(
      (await app().server.inject({ url: fillPath(vendorCalls.getFigures.path, { id: productId }) })).statusCode,
    ).toBe(401)
  })

  it('exports them as a table', async () => {
    await store('product', 1, 12)
    const reply = await get(vendor, '/export?days=7&format=csv')
    expect(reply.headers['content-type']).toMatch('text/csv')
    expect(reply.body).toMatch(/汇总,浏览,10,/)
    expect(reply.body).toMatch(/汇总,征询,,/)
  })

  it('count comparisons of products that exist, except those by programs', async () => {
    const compare = (userAgent: string) =>
      app().server.inject({
        method: 'POST',
        url: analyticsCalls.countComparison.path,
        headers: { 'user-agent': userAgent },
        payload: { products: [productId, 'forged'] },
      })
    expect((await compare(BROWSER)).statusCode).toBe(204)
    await compare(BROWSER)
    await compare('Googlebot/2.1')
    await app().services.analytics.visits.flush()
    expect(await readCount('compared')).toBe(2)
    const forged = await app()
      .database.read.selectFrom('visitCounts')
      .selectAll()
      .where('name', '=', 'forged')
      .execute()
    expect(forged).toEqual([])
  })

  it('count additions to shortlists once each', async () => {
    const member = await createMember(`buyer-${count}@qq.com`)
    const create = { title: '客服', catalogue: 'agent', candidates: [productId] }
    const call = (method: 'POST', url: string, payload: object) =>
      app().server.inject({ method, url, headers: member.headers, payload })
    const { id } = (await call('POST', shortlistCalls.create.path, create)).json().data
    expect(await readCount('shortlisted')).toBe(1)
    await call('POST', fillPath(shortlistCalls.addCandidates.path, { id }), { candidates: [productId] })
    expect(await readCount('shortlisted')).toBe(1)
    const { id: other } = (await call('POST', shortlistCalls.create.path, { title: '另', catalogue: 'agent' })).json()
      .data
    await call('POST', fillPath(shortlistCalls.addCandidates.path, { id: other }), { candidates: [productId] })
    expect(await readCount('shortlisted')).toBe(2)
  })

  it('count an inquiry once, however many are invited', async () => {
    const owner = await createVerifiedMember(app(), `figures-asker-${count}`)
    const client = createInquiryClient(app, () => owner)
    const id = await client.create()
    const asked = { key: 'p1', name: '数据产品', productId, catalogue: 'agent' as const }
    await client.update(id, createContents(app(), { products: [asked] }))
    await client.invite(id, 'p1', `a-${count}@vendor.example`)
    await client.invite(id, 'p1', `b-${count}@vendor.example`)
    expect(await readCount('inquired')).toBe(0)
    expect((await client.publish(id)).statusCode).toBe(200)
    expect(await readCount('inquired')).toBe(1)
  })
})
