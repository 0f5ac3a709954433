import { beforeAll, beforeEach, expect, it } from 'vitest'
import { documentCalls } from '#contracts/content/calls.ts'
import { fillPath } from '#contracts/paths.ts'
import { catalogueCalls, productCalls } from '#contracts/products/calls.ts'
import type { Testimonial } from '#contracts/products/product.ts'
import { testimonialCalls } from '#contracts/testimonials/calls.ts'
import type { TestimonialRecord } from '#contracts/testimonials/testimonial.ts'
import { createTableClient } from '#testing/factories/product-tables.ts'
import { createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { send } from '#testing/send.ts'
import { onEveryDatabase, type TestApp } from '#testing/test-app.ts'

const createReview = (comment: string, more: Partial<Testimonial> = {}): Testimonial => ({
  user: '陈女士',
  rating: 4.6,
  date: '2026-09-18',
  comment,
  ...more,
})

const SHOWN = '答得准，上线快'
const ADVERTISEMENT = '广告：加微信领红包'
const REVIEWS = [
  createReview(SHOWN),
  createReview(ADVERTISEMENT, { user: '', rating: 1, date: '2026-10-02' }),
  createReview('重複的話'),
  createReview('重複的話'),
]

/** Returns a function that lists reviews. */
const createList =
  (app: () => TestApp) =>
  (query: string, { headers }: Caller) =>
    app().server.inject({ url: `${testimonialCalls.list.path}?${query}`, headers })

onEveryDatabase('a list of testimonials', (app) => {
  let reviewer: Caller

  beforeAll(async () => {
    await createProducts(app(), 'agent', [
      { name: '智能客服', reviews: REVIEWS },
      { name: '未上架的产品', isActive: false, reviews: [createReview('试用中', { date: '上个月' })] },
      { name: '没有评价的产品' },
    ])
    await createProducts(app(), 'ai', [
      { name: '会议纪要', reviews: [createReview('100%好用', { user: '王先生', rating: 5, date: '2026-11-01' })] },
    ])
    reviewer = await createSignedInUser(app(), 'reviewer', '李明')
  })

  const requestList = createList(app)
  const get = (query = '') => requestList(query, reviewer)
  const list = async (query = ''): Promise<TestimonialRecord[]> => (await get(query)).json().data
  const listComments = async (query = '') => (await list(query)).map(({ comment }) => comment)

  it('lists reviews of both catalogues with their products, newest first', async () => {
    const reply = await get()
    expect(reply.json().data[0]).toEqual({
      id: expect.any(String),
      catalogue: 'ai',
      status: 'shown',
      product: { id: expect.any(String), name: '会议纪要', isActive: true },
      user: '王先生',
      rating: 5,
      date: '2026-11-01',
      comment: '100%好用',
    })
    expect(await listComments()).toEqual([
      '100%好用',
      '广告：加微信领红包',
      '答得准，上线快',
      '重複的話',
      '重複的話',
      '试用中',
    ])
    expect(reply.json()).toMatchObject({
      pagination: { current: 1, total: 1, limit: 20, totalItems: 6 },
      counts: { shown: 6, hidden: 0 },
    })
    const ids = (await list()).map(({ id }) => id)
    expect(new Set(ids).size).toBe(6)
  })

  it.each([
    ['search=红包', ['广告：加微信领红包']],
    ['search=重复', ['重複的話', '重複的話']],
    ['search=znkf', ['广告：加微信领红包', '答得准，上线快', '重複的話', '重複的話']],
    ['search=huiyi', ['100%好用']],
    ['search=王先生', ['100%好用']],
    ['search=wxs', ['100%好用']],
    ['search=100%25', ['100%好用']],
    ['search=%25', ['100%好用']],
    ['search=_', []],
    ["search=' or 1=1 --", []],
    ['catalogue=ai', ['100%好用']],
    ['rating=4&catalogue=agent&search=准', ['答得准，上线快']],
    ['rating=1', ['广告：加微信领红包']],
    ['rating=3', []],
    ['status=hidden', []],
    ['page=2', []],
  ])('filters reviews by %s', async (query, expected) => {
    expect(await listComments(encodeURI(query).replaceAll('%2525', '%25'))).toEqual(expected)
  })

  it.each(['page=0', 'catalogue=x', 'rating=6', 'rating=4.5', 'status=x', 'search=%00', `search=${'x'.repeat(201)}`])(
    'rejects the query %s',
    async (query) => {
      expect((await get(query)).statusCode).toBe(400)
    },
  )
})

onEveryDatabase('the moderation of a product review', (app) => {
  let reviewer: Caller
  let admin: Caller
  let viewer: Caller
  let editor: Caller
  /** The name of the test's product, of whose reviews none is hidden. */
  let product = ''
  let productCount = 0
  beforeAll(async () => {
    reviewer = await createSignedInUser(app(), 'reviewer', '李明')
    admin = await createSignedInUser(app(), 'super_admin')
    viewer = await createSignedInUser(app(), 'viewer')
    editor = await createSignedInUser(app(), 'editor')
  })
  beforeEach(async () => {
    productCount += 1
    product = `智能客服${productCount}`
    await createProducts(app(), 'agent', [{ name: product, reviews: REVIEWS }])
  })

  const requestList = createList(app)
  const get = (query = '', caller = reviewer) => requestList(query, caller)
  /** Lists the reviews of a product. */
  const list = async (query = '', name = product): Promise<TestimonialRecord[]> => {
    const { data } = (await get(`search=${encodeURIComponent(name)}&${query}`)).json()
    return data.filter((record: TestimonialRecord) => record.product.name === name)
  }
  const listHidden = async () => (await list('status=hidden')).map(({ comment }) => comment)
  const findId = async (comment: string, name = product) =>
    (await list('', name)).find((record) => record.comment === comment)?.id ?? ''
  const moderate = (id: string, payload: object, { headers } = reviewer) =>
    app().server.inject({ method: 'PATCH', url: fillPath(testimonialCalls.moderate.path, { id }), headers, payload })
  const hide = (id: string, caller = reviewer) => moderate(id, { status: 'hidden' }, caller)
  const show = (id: string, caller = reviewer) => moderate(id, { status: 'shown' }, caller)
  const hideAdvertisement = async () => hide(await findId(ADVERTISEMENT))
  const listAuditEntries = async () =>
    (await listAudit(app(), 'review.moderate')).filter(({ target }) => target === product)
  const getDetailUrl = () => `${fillPath(productCalls.get.path, { id: product })}?catalogue=agent`
  const listVisible = async (): Promise<Testimonial[]> => (await send(app().server, getDetailUrl())).json().data.reviews
  const listVisibleComments = async () => (await listVisible()).map(({ comment }) => comment)
  const readProduct = async (id = product) => {
    const url = fillPath(catalogueCalls.get.path, { catalogue: 'agent', id })
    const reply = await app().server.inject({ url, headers: editor.headers })
    return { url, data: reply.json().data, etag: String(reply.headers.etag) }
  }
  const saveAsEditor = async (url: string, payload: object) =>
    app().server.inject({ method: 'PUT', url, headers: editor.headers, payload })

  it('allows reading by reviewers, administrators and viewers, and changes by the first two', async () => {
    const id = await findId(SHOWN)
    for (const caller of [reviewer, admin]) {
      expect((await get('', caller)).statusCode).toBe(200)
      expect((await hide(id, caller)).statusCode).toBe(200)
      expect((await show(id, caller)).statusCode).toBe(200)
    }
    expect((await get('', viewer)).json().data).toEqual((await get()).json().data)
    expect((await hide(id, viewer)).statusCode).toBe(403)
    for (const caller of [editor, await createSignedInUser(app(), 'member')]) {
      expect((await get('', caller)).statusCode).toBe(403)
      expect((await hide(id, caller)).statusCode).toBe(403)
    }
    expect((await app().server.inject(testimonialCalls.list.path)).statusCode).toBe(401)
  })

  it('removes it from public responses, marks it as hidden in the editor, and is audited', async () => {
    const id = await findId(ADVERTISEMENT)
    expect(await listVisible()).toHaveLength(4)
    const reply = await hide(id)
    expect(toResult(reply)).toMatchObject({ status: 200, message: '评价已隐藏，访客不再看到' })
    expect(reply.json().data).toMatchObject({ id, status: 'hidden' })
    expect(await listVisibleComments()).not.toContain(ADVERTISEMENT)
    const { data } = await readProduct()
    expect(data.reviews.map(({ isHidden }: Testimonial) => isHidden)).toEqual([undefined, true, undefined, undefined])
    for (const path of [productCalls.list.path, documentCalls.products.path]) {
      const { body } = await send(app().server, path)
      expect(body).toContain(product)
      expect(body.slice(body.indexOf(product), body.indexOf(product) + 2_000)).not.toContain('红包')
    }
    expect((await listAuditEntries())[0]).toMatchObject({
      user: { name: '李明' },
      detail: '隐藏：匿名用户，1.0分，“广告：加微信领红包”',
    })
    expect(await listHidden()).toEqual([ADVERTISEMENT])
    const { counts } = (await get(`search=${encodeURIComponent(product)}&status=hidden`)).json()
    expect(counts.hidden).toBe(1)
  })

  it('removes it from the AI records for anonymous callers', async () => {
    await createProducts(app(), 'ai', [{ name: '会议纪要', reviews: [createReview('100%好用')] }])
    const id = await findId('100%好用', '会议纪要')
    await hide(id)
    expect((await send(app().server, catalogueCalls.listAi.path)).body).not.toContain('100%好用')
    await show(id)
    expect((await send(app().server, catalogueCalls.listAi.path)).body).toContain('100%好用')
  })

  it('creates no version and no audit entry if it is already hidden', async () => {
    await hideAdvertisement()
    const before = await listAuditEntries()
    const { etag } = await readProduct()
    expect((await hideAdvertisement()).statusCode).toBe(200)
    expect(await listAuditEntries()).toEqual(before)
    expect((await readProduct()).etag).toBe(etag)
  })

  it('stays hidden if the product is saved without the mark', async () => {
    await hideAdvertisement()
    const { url, data } = await readProduct()
    const reviews = data.reviews.map(({ isHidden: _, ...rest }: Testimonial) => rest).reverse()
    expect((await saveAsEditor(url, { ...data, slogan: '改了标语', reviews })).statusCode).toBe(200)
    expect(await listVisibleComments()).toEqual(['重複的話', '重複的話', SHOWN])
  })

  it('stays hidden if the whole document is saved, or an older one restored', async () => {
    await hideAdvertisement()
    const read = await app().server.inject({ url: documentCalls.products.path, headers: editor.headers })
    const document = read.json().data
    for (const { reviews } of document.products)
      for (const review of reviews) Reflect.deleteProperty(review, 'isHidden')
    document.pageInfo.title = '另一个标题'
    expect((await saveAsEditor(documentCalls.products.path, document)).statusCode).toBe(200)
    expect(await listHidden()).toEqual([ADVERTISEMENT])
  })

  it('stays hidden if an import contains it without the mark', async () => {
    await hideAdvertisement()
    const { data } = await readProduct()
    const reviews = data.reviews.map(({ isHidden: _, ...rest }: Testimonial) => rest)
    const bytes = JSON.stringify([{ name: product, slogan: '由表格来', reviews }])
    const { dryRun, callImport } = createTableClient(app, () => editor, 'agent')
    const { rows, fingerprint } = await dryRun(bytes)
    expect(rows[0]?.changes.map(({ path }) => path)).toEqual(['slogan'])
    expect((await callImport(bytes, { fingerprint })).statusCode).toBe(200)
    expect(await listVisibleComments()).not.toContain(ADVERTISEMENT)
  })

  it('is shown again at its original position', async () => {
    await hideAdvertisement()
    const reply = await show(await findId(ADVERTISEMENT), admin)
    expect(toResult(reply)).toMatchObject({ status: 200, message: '评价已恢复显示' })
    expect(await listVisibleComments()).toEqual(REVIEWS.map(({ comment }) => comment))
    for (const review of await listVisible()) expect(review).not.toHaveProperty('isHidden')
    expect((await listAuditEntries())[0]?.detail).toMatch(/^恢复显示：/)
  })

  it('is distinguished from an identical one', async () => {
    const listRepeated = async () => (await list()).filter(({ comment }) => comment === '重複的話')
    const ids = (await listRepeated()).map(({ id }) => id)
    await hide(ids[1] ?? '')
    expect((await listRepeated()).map(({ id, status }) => [id, status])).toEqual([
      [ids[0], 'shown'],
      [ids[1], 'hidden'],
    ])
  })

  it('rejects an editor’s save of the version before the review was hidden', async () => {
    const { url, data, etag } = await readProduct()
    await hide(await findId(SHOWN))
    const headers = { ...editor.headers, 'if-match': etag }
    expect((await app().server.inject({ method: 'PUT', url, headers, payload: data })).statusCode).toBe(412)
  })

  it('is hidden only once by concurrent requests', async () => {
    const id = await findId(SHOWN)
    const replies = await Promise.all([1, 2, 3, 4].map(() => hide(id)))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(await listAuditEntries()).toHaveLength(1)
  })

  it('returns 404 for an unknown or changed review', async () => {
    const id = await findId(SHOWN)
    const { url, data } = await readProduct()
    await saveAsEditor(url, { ...data, reviews: [createReview('改过的话')] })
    const [productId = ''] = id.split('.')
    for (const unknownId of [id, `${productId}.${'x'.repeat(22)}`, 'nobody', 'x'.repeat(60)]) {
      const reply = await hide(unknownId)
      expect(reply.statusCode, unknownId).toBe(404)
      expect(reply.json().message, unknownId).toBe('评价不存在，或刚刚被修改，请刷新后再试')
    }
    await app().server.inject({ method: 'DELETE', url, headers: editor.headers })
    expect(await list()).toEqual([])
  })

  it.each([
    ['no status', {}],
    ['an unknown status', { status: 'gone' }],
    ['a status that is not text', { status: true }],
  ])('rejects a moderation with %s', async (_, payload) => {
    const reply = await moderate(await findId(SHOWN), payload)
    expect(toResult(reply)).toMatchObject({ status: 400, errors: [{ path: 'status' }] })
  })
})
