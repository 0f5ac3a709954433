import { expect, it } from 'vitest'
import { documentCalls } from '#contracts/content/calls.ts'
import { DAY_MS } from '#contracts/durations.ts'
import { memberReviewCalls } from '#contracts/member-reviews/calls.ts'
import { ReviewContentSchema } from '#contracts/member-reviews/review.ts'
import { fillPath } from '#contracts/paths.ts'
import { catalogueCalls, productCalls } from '#contracts/products/calls.ts'
import { runHousekeeping } from '#server/housekeeping.ts'
import { createProducts } from '#testing/factories/products.ts'
import { createEqualRatings, publishReview, REVIEW, submitReview } from '#testing/factories/reviews.ts'
import { createSignedInUser, createUser } from '#testing/factories/users.ts'
import { send } from '#testing/send.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('members’ ratings of products', (app) => {
  let writers = 0
  /** Creates a published review by a new member. */
  async function addPublishedReview(product: string, ratings: number, overrides: object = {}) {
    writers += 1
    const { _id } = await createUser(app(), { email: `member${writers}@jituan.cn`, name: `会员${writers}` })
    const content = { ratings: createEqualRatings(ratings), ...overrides }
    const review = await submitReview(app(), product, _id, content)
    await publishReview(app(), review)
    return { id: review.id, userId: _id }
  }
  /** Creates a product with published reviews. No other test may use its name. */
  async function givenReviewedProduct(name: string, ratings: readonly number[]): Promise<void> {
    await createProducts(app(), 'agent', [{ name, rating: 3 }])
    for (const rating of ratings) await addPublishedReview(name, rating)
  }
  const list = async (product: string, query = '') =>
    (
      await send(app().server, `${fillPath(memberReviewCalls.list.path, { catalogue: 'agent', id: product })}${query}`)
    ).json()
  const getProduct = async (id: string) =>
    (await send(app().server, fillPath(productCalls.get.path, { id }))).json().data
  const readStatistics = async () => (await send(app().server, memberReviewCalls.getStatistics.path)).json().data

  it('is null below five reviews, and replaces the editors’ rating from then on', async () => {
    const names = ['智能客服', '编辑评的', '没有评分']
    await givenReviewedProduct('智能客服', [5, 5, 5, 5])
    await createProducts(app(), 'agent', [
      { name: '编辑评的', rating: 3.5 },
      { name: '没有评分', rating: null },
    ])
    const listNames = async () => {
      const { data } = (await send(app().server, productCalls.list.path)).json()
      return data.map(({ name }: { name: string }) => name).filter((name: string) => names.includes(name))
    }
    expect((await list('智能客服')).data.summary).toMatchObject({
      count: 4,
      counted: 4,
      rating: null,
      distribution: { 5: 4 },
    })
    expect(await getProduct('智能客服')).toMatchObject({ rating: 3, memberRating: null })
    expect(await listNames()).toEqual(['编辑评的', '智能客服', '没有评分'])
    await addPublishedReview('智能客服', 5)
    // (3·3 + 5·½·5) / (3 + 5·½)
    expect((await list('智能客服')).data.summary.rating).toBe(3.9)
    expect(await getProduct('智能客服')).toMatchObject({ rating: 3, memberRating: { rating: 3.9, count: 5 } })
    // The open data contains the same rating as the pages.
    const { products } = (await app().server.inject('/data/catalogue.json')).json()
    expect(products).toContainEqual(expect.objectContaining({ rating: 3, memberRating: { rating: 3.9, count: 5 } }))
    expect((await app().server.inject('/data/catalogue.csv')).body).toContain(',3.9,5,')
    expect(await listNames()).toEqual(['智能客服', '编辑评的', '没有评分'])
  })

  it('changes neither the product’s version nor its document', async () => {
    await givenReviewedProduct('改资料的', [5, 5, 5, 5, 5])
    const editor = await createSignedInUser(app(), 'editor')
    const url = fillPath(catalogueCalls.get.path, { catalogue: 'agent', id: '改资料的' })
    const before = await app().server.inject({ url, headers: editor.headers })
    const document = await app().server.inject({ url: documentCalls.products.path, headers: editor.headers })
    await addPublishedReview('改资料的', 1)
    const save = await app().server.inject({
      method: 'PUT',
      url,
      headers: { ...editor.headers, 'if-match': String(before.headers.etag) },
      payload: { ...before.json().data, memberRating: { rating: 5, count: 99 } },
    })
    expect([before.statusCode, save.statusCode]).toEqual([200, 200])
    expect(document.body).not.toContain('memberRating')
    expect((await getProduct('改资料的')).memberRating).toEqual({ rating: 3.7, count: 6 })
  })

  it('excludes, but shows, reviews with a declared interest', async () => {
    await givenReviewedProduct('厂商评的', [5, 5, 5, 5, 5])
    await addPublishedReview('厂商评的', 1, { affiliation: 'vendor' })
    const { data } = await list('厂商评的')
    expect(data.summary).toMatchObject({ count: 6, counted: 5, rating: 3.9 })
    expect(
      data.reviews.map(({ weight }: { weight: number }) => weight).filter((weight: number) => weight === 0),
    ).toEqual([0])
  })

  it.each([
    ['highest', [5, 3, 1]],
    ['lowest', [1, 3, 5]],
  ])('sorts the %s first', async (sort, expected) => {
    await givenReviewedProduct(`按${sort}排序的`, [3, 5, 1])
    const { data } = await list(`按${sort}排序的`, `?sort=${sort}`)
    expect(data.reviews.map(({ rating }: { rating: number }) => rating)).toEqual(expected)
  })

  it('sorts the most helpful first, then newest first', async () => {
    await givenReviewedProduct('有帮助的', [])
    const { id, userId } = await addPublishedReview('有帮助的', 2)
    app().clock.advance(1000)
    const newer = await addPublishedReview('有帮助的', 4)
    const listIds = async (query = '') =>
      (await list('有帮助的', query)).data.reviews.map((item: { id: string }) => item.id)
    expect(await listIds()).toEqual([newer.id, id])
    const reader = { id: newer.userId, name: '', ip: null }
    await app().services.memberReviews.markHelpful(
      { catalogue: 'agent', productIdOrName: '有帮助的', reviewId: id },
      true,
      reader,
    )
    expect(await listIds()).toEqual([id, newer.id])
    expect(await listIds('?sort=newest')).toEqual([newer.id, id])
    expect(userId).not.toBe(newer.userId)
  })

  it('is paginated, with the overall summary on every page', async () => {
    await givenReviewedProduct('评价多的', Array(12).fill(4))
    const listPage = (page: number) => list('评价多的', `?page=${page}`)
    const [first, second, third] = [await listPage(1), await listPage(2), await listPage(3)]
    expect([first, second, third].map(({ data }) => data.reviews.length)).toEqual([10, 2, 0])
    expect(second.pagination).toEqual({ current: 2, total: 2, limit: 10, totalItems: 12 })
    expect(third.data.summary).toEqual(first.data.summary)
  })

  it.each(['?page=0', '?sort=best'])('rejects %s', async (query) => {
    await givenReviewedProduct(`查询${query}`, [])
    expect((await list(`查询${encodeURIComponent(query)}`, query)).success).toBe(false)
  })

  it('has overall statistics that exclude samples', async () => {
    const before = await readStatistics()
    await givenReviewedProduct('计入统计的', [5, 4, 4, 2, 1])
    await addPublishedReview('计入统计的', 5, { affiliation: 'vendor' })
    await createProducts(app(), 'agent', [{ name: '不是示例的' }])
    const [sample = ''] = await createProducts(app(), 'agent', [{ name: '示例产品', isSample: true }])
    const content = ReviewContentSchema.parse(REVIEW)
    const samples = [{ content, isVerified: true, writtenAt: '2026-10-01T00:00:00.000Z', helpful: 3, reply: '' }]
    const { memberReviews } = app().services
    await app().database.write((transaction) => memberReviews.addSamples(transaction, 'agent', sample, samples))
    expect((await list('示例产品')).data.reviews[0]).toMatchObject({ isSample: true, author: null, helpful: 3 })
    await expect(
      app().database.write((transaction) => memberReviews.addSamples(transaction, 'agent', '不是示例的', samples)),
    ).rejects.toThrow('示例评价只能属于示例产品')
    const statistics = await readStatistics()
    expect(statistics).toMatchObject({
      count: before.count + 6,
      counted: before.counted + 5,
      verified: before.verified,
      products: before.products + 1,
      ratedProducts: before.ratedProducts + 1,
    })
    const countNewRatings = (rating: number) => statistics.distribution[rating] - before.distribution[rating]
    expect([1, 2, 3, 4, 5].map(countNewRatings)).toEqual([1, 1, 0, 2, 1])
    const countWeights = ({ weights }: typeof statistics) => weights.map(({ count }: { count: number }) => count)
    const earlier: number[] = countWeights(before)
    expect(countWeights(statistics).map((count: number, index: number) => count - (earlier[index] ?? 0))).toEqual([
      0, 0, 5, 0, 0,
    ])
  })

  it('is recalculated daily, since reviews lose weight with age, and invalidates pages', async () => {
    const { database, clock, services } = app()
    await givenReviewedProduct('老去的', [5, 5, 5, 5, 5])
    const before = (await list('老去的')).data.summary.rating
    await runHousekeeping(database, clock, services)
    clock.advance(1000 * DAY_MS)
    expect((await getProduct('老去的')).memberRating.rating).toBe(before)
    await runHousekeeping(database, clock, services)
    const after = (await getProduct('老去的')).memberRating.rating
    expect(after).toBe((await list('老去的')).data.summary.rating)
    expect(after).toBeLessThan(before)
  })

  it('returns 404 for an unknown product', async () => {
    const url = fillPath(memberReviewCalls.list.path, { catalogue: 'ai', id: '没有的' })
    expect((await app().server.inject(url)).statusCode).toBe(404)
    expect((await app().server.inject(url.replace('/ai/', '/other/'))).statusCode).toBe(400)
  })
})
