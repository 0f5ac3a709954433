/** Compares the moderators' indexed search with a scan of every review. */
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { MEMBER_REVIEWS } from '#contracts/limits.ts'
import { ModerationQuerySchema } from '#contracts/member-reviews/moderation.ts'
import { ReviewContentSchema } from '#contracts/member-reviews/review.ts'
import { fillPath } from '#contracts/paths.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import { foldText } from '#server/platform/search-text/fold-text.ts'
import { buildSearchLines, buildSearchPatterns } from '#server/platform/search-text/search-lines.ts'
import { createProducts } from '#testing/factories/products.ts'
import { REVIEW, submitReview } from '#testing/factories/reviews.ts'
import { createSignedInUser, createUser } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const PRODUCTS = ['智能客服', '客服 Pro', '100%助手', '排班']
const AUTHORS = [
  { email: 'zhang@ke.cn', name: '张三' },
  { email: 'li@example.com', name: '客服李' },
  { email: 'wang@example.com', name: 'Pro王' },
]
const PARTS = [
  '客',
  '服',
  '客服',
  '助手',
  '排',
  '班',
  'pro',
  'KF',
  'kefu',
  'zhang',
  '@',
  '%',
  '_',
  ' ',
  '张',
  '三',
  '服 p',
  '上手',
  '１００',
]

onEveryDatabase('review search', (app) => {
  const reviews: { id: string; product: string; text: string; author: (typeof AUTHORS)[number]; userId: string }[] = []
  /** The products' names after renaming, by their names in `PRODUCTS`. */
  const currentNames = new Map(PRODUCTS.map((name) => [name, name]))

  beforeAll(async () => {
    await createProducts(
      app(),
      'agent',
      PRODUCTS.map((name) => ({ name })),
    )
    // Each author reviews three of the four products, with different texts.
    for (const [authorIndex, author] of AUTHORS.entries()) {
      const { _id } = await createUser(app(), author)
      for (const [productIndex, product] of PRODUCTS.entries()) {
        const word = ['客服', '排班表', '100%'][(productIndex + authorIndex) % 4]
        if (word === undefined) continue
        const pros = `第${authorIndex}个人用了${word}，两天就能上手。`
        const { id } = await submitReview(app(), product, _id, { pros })
        reviews.push({ id, product, text: [pros, REVIEW.cons, REVIEW.advice].join('\n'), author, userId: _id })
      }
    }
  })

  const find = async (search: string, canReadContacts: boolean) => {
    const query = ModerationQuerySchema.parse({ search })
    const { items, counts } = await app().services.memberReviews.moderation.list(query, {
      id: 'reader',
      role: canReadContacts ? 'reviewer' : 'viewer',
    })
    expect(counts.pending).toBe(items.length)
    return items.map(({ id }) => id).sort()
  }
  const findNaively = (typed: string, canReadContacts: boolean) => {
    const search = typed.trim()
    const patterns = buildSearchPatterns(search)
    return reviews
      .filter(({ product, text, author }) => {
        const lines = buildSearchLines([text])
        const isNameMatched = foldText(currentNames.get(product) ?? '').includes(foldText(search))
        if (isNameMatched || !canReadContacts) return isNameMatched
        return (
          patterns.some((pattern) => lines.includes(pattern)) ||
          [author.name, author.email].some((contact) => contact.toLowerCase().includes(search.toLowerCase()))
        )
      })
      .map(({ id }) => id)
      .sort()
  }

  it('matches the same reviews as a scan of all reviews', async () => {
    expect(reviews.length).toBeLessThanOrEqual(MEMBER_REVIEWS.perModerationPage)
    const typed = fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(typed, fc.boolean(), async (search, canReadContacts) => {
        expect(await find(search, canReadContacts)).toEqual(findNaively(search, canReadContacts))
      }),
      { numRuns: 150 },
    )
  })

  it('reflects submitted texts and renamed products', async () => {
    const [first] = reviews
    if (!first) throw new Error('Reviews must exist.')
    const { memberReviews } = app().services
    const content = ReviewContentSchema.parse({ ...REVIEW, pros: '换了一段文字，说的是另一件事情。' })
    await memberReviews.update(first.id, { ...content, version: 1 }, { id: first.userId, name: '', ip: null })
    first.text = [content.pros, REVIEW.cons, REVIEW.advice].join('\n')
    expect(await find('另一件事', true)).toEqual([first.id])
    expect(await find('另一件事', false)).toEqual([])
    expect(await find('第0个人', true)).toEqual(findNaively('第0个人', true))

    const { headers } = await createSignedInUser(app(), 'editor')
    const url = fillPath(catalogueCalls.get.path, { catalogue: 'agent', id: '排班' })
    const current = await app().server.inject({ url, headers })
    const save = await app().server.inject({
      method: 'PUT',
      url,
      headers: { ...headers, 'if-match': String(current.headers.etag) },
      payload: { ...current.json().data, name: '调度' },
    })
    expect(save.statusCode).toBe(200)
    currentNames.set('排班', '调度')
    for (const search of ['调度', '排班']) expect(await find(search, false)).toEqual(findNaively(search, false))
  })

  it('matches nothing by a deleted account', async () => {
    const { _id } = await createUser(app(), { email: 'deleted@example.com', name: '离开的' })
    const deleted = await Promise.all(['智能客服', '100%助手'].map((product) => submitReview(app(), product, _id)))
    const rest = findNaively(REVIEW.cons, true)
    expect(await find(REVIEW.cons, true)).toEqual([...rest, ...deleted.map(({ id }) => id)].sort())
    await app().database.write((transaction) => app().services.memberReviews.removeAccountData(transaction, _id))
    expect(rest.length).toBeGreaterThan(0)
    expect(await find(REVIEW.cons, true)).toEqual(rest)
  })
})
