import { beforeAll, expect, it } from 'vitest'
import { reviewModerationCalls } from '#contracts/member-reviews/calls.ts'
import { createProducts } from '#testing/factories/products.ts'
import { type REVIEW, submitReview } from '#testing/factories/reviews.ts'
import { type Caller, createSignedInUser, createUser } from '#testing/factories/users.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { withKey } from '#testing/with-key.ts'

onEveryDatabase('bulk decisions on reviews', (app) => {
  let reviewer: Caller
  let number = 0
  beforeAll(async () => {
    await createProducts(app(), 'agent', [{ name: '智能客服', contactEmail: 'sales@paiban.cn' }])
    reviewer = await createSignedInUser(app(), 'reviewer')
  })
  const decide = (payload: object, { headers } = reviewer) =>
    app().server.inject({ method: 'POST', url: reviewModerationCalls.decideMany.path, headers, payload })
  const read = (id: string) => app().services.memberReviews.moderation.get(id)
  async function create(more: Partial<typeof REVIEW> = {}, email?: string) {
    number += 1
    const emailVerifiedAt = '2026-11-01T00:00:00.000Z'
    const author = await createUser(app(), { email: email ?? `member${number}@jituan.cn`, emailVerifiedAt })
    const { id, version } = await submitReview(app(), '智能客服', author._id, more)
    return { id, version }
  }

  it('publishes those that need no check, and a repeated request once', async () => {
    const plain = await create()
    const contact = await create({ pros: '知识库问答有出处，详情可致电 138 0013 8000 咨询我。' })
    const vendor = await create({ affiliation: 'vendor' }, 'li@paiban.cn')
    const body = { items: [plain, contact, vendor], status: 'published' }
    const expected = [
      { id: plain.id, name: '智能客服', outcome: 'decided', reason: '' },
      { id: contact.id, name: '智能客服', outcome: 'individual', reason: expect.stringContaining('138 0013 8000') },
      { id: vendor.id, name: '智能客服', outcome: 'individual', reason: '评价人疑似与厂商有关，请单独核对' },
    ]
    const keyed = withKey(reviewer)
    expect((await decide(body, keyed)).json().data).toEqual(expected)
    const { version } = await read(plain.id)
    expect((await decide(body, keyed)).json().data).toEqual(expected)
    expect(await read(plain.id)).toMatchObject({ status: 'published', version })
    expect((await read(contact.id)).status).toBe('pending')
  })

  it('rejects all for one reason, which is required, and changes no earlier decision', async () => {
    const first = await create()
    const decided = await create()
    await decide({ items: [decided], status: 'published' })
    const { version } = await read(decided.id)
    const items = [first, { ...decided, version }, { id: 'absent', version: 1 }]
    expect(toResult(await decide({ items, status: 'rejected', reason: ' ' }))).toMatchObject({
      status: 400,
      errors: [{ path: 'reason', message: '请填写不通过的原因，评价人会看到' }],
    })
    expect((await decide({ items, status: 'rejected', reason: '内容过于笼统' })).json().data).toMatchObject([
      { outcome: 'decided' },
      { outcome: 'individual', reason: '已审核过，请单独改判' },
      { outcome: 'failed', reason: '评价不存在或已撤回' },
    ])
    expect(await read(first.id)).toMatchObject({ status: 'rejected', reason: '内容过于笼统' })
    expect((await read(decided.id)).status).toBe('published')
    const viewer = await createSignedInUser(app(), 'viewer')
    expect((await decide({ items, status: 'published' }, viewer)).statusCode).toBe(403)
  })
})
