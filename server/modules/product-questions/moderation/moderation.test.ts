import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '#contracts/durations.ts'
import { QUESTION_MESSAGES as MESSAGES } from '#contracts/product-questions/messages.ts'
import { createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { withKey } from '#testing/with-key.ts'

type Method = 'GET' | 'POST' | 'PATCH'
type Post = { id: string; version: number }

onEveryDatabase('moderation of questions about products', (app) => {
  let reviewer: Caller
  let viewer: Caller
  let asker: Caller
  /** Part of the name of the test's only product. */
  let word: string
  let productId: string

  beforeAll(async () => {
    reviewer = await createSignedInUser(app(), 'reviewer')
    viewer = await createSignedInUser(app(), 'viewer')
  })
  beforeEach(async () => {
    word = randomUUID()
    productId = (await createProducts(app(), 'agent', [{ name: `产品${word}` }]))[0] ?? ''
    asker = await createSignedInUser(app(), 'member', `asker-${word}`)
    await app().database.write(({ db }) =>
      db.updateTable('users').set({ emailVerifiedAt: '2026-11-01T00:00:00.000Z' }).where('id', '=', asker.id).execute(),
    )
  })

  const send = async (caller: Pick<Caller, 'headers'>, method: Method, path: string, payload?: object) => {
    const { headers } = caller
    const reply = await app().server.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) })
    return { status: reply.statusCode, ...reply.json() }
  }
  async function ask(text: string): Promise<Post> {
    app().clock.advance(1)
    return (await send(asker, 'POST', `/products/agent/${productId}/questions`, { text })).data
  }
  const decideMany = (caller: Pick<Caller, 'headers'>, payload: object) =>
    send(caller, 'POST', '/product-questions/bulk-decision', payload)
  const list = async (query: Record<string, string>, caller = reviewer): Promise<{ ids: string[]; counts: object }> => {
    const reply = await send(caller, 'GET', `/product-questions?${new URLSearchParams(query)}`)
    return { ids: reply.data.map(({ id }: Post) => id), counts: reply.counts }
  }
  const assign = (post: Post, change: object, caller = reviewer) =>
    send(caller, 'PATCH', `/product-questions/${post.id}/assignment`, change)
  const inDays = (days: number) => new Date(app().clock.now().getTime() + days * DAY_MS).toISOString()

  it('finds posts by product, text and author, and for who sees no contact data by product alone', async () => {
    const mark = randomUUID()
    const first = await ask(`支持 SSO-${mark} 单点登录吗？`)
    const second = await ask('可以私有化部署吗？')
    const byProduct = { ids: [first.id, second.id], counts: { pending: 2, published: 0, rejected: 0 } }
    expect(await list({ search: word })).toEqual(byProduct)
    expect((await list({ search: `sso-${mark}` })).ids).toEqual([first.id])
    expect((await list({ search: 'siyouhuabushu' })).ids).toContain(second.id)
    expect((await list({ search: 'syhbs' })).ids).toContain(second.id)
    expect((await list({ search: `asker-${word}` })).ids).toEqual([first.id, second.id])
    expect((await list({ search: word, catalogue: 'ai' })).ids).toEqual([])
    expect((await list({ search: '100%_' })).ids).toEqual([])
    expect(await list({ search: `产品${word}` }, viewer)).toEqual(byProduct)
    expect((await list({ search: `sso-${mark}` }, viewer)).ids).toEqual([])
    expect((await list({ search: `asker-${word}` }, viewer)).ids).toEqual([])
    const change = { text: `支持 LDAP-${mark} 登录吗？`, version: first.version }
    await app().services.productQuestions.update(first.id, change, { ...asker, ip: null })
    expect((await list({ search: `sso-${mark}` })).ids).toEqual([])
    expect((await list({ search: `ldap-${mark}` })).ids).toEqual([first.id])
  })

  it('publishes many at once, but none with contact data, and a repeated request once', async () => {
    const [plain, contact] = [await ask('可以试用多久呢？'), await ask('可以打 138 0013 8000 联系我吗？')]
    const items = [plain, contact].map(({ id, version }) => ({ id, version }))
    const keyed = withKey(reviewer)
    const results = [
      { id: plain.id, name: `对产品${word}的提问`, outcome: 'decided', reason: '' },
      { id: contact.id, outcome: 'individual', reason: expect.stringContaining('138 0013 8000') },
    ]
    const body = { items, status: 'published' }
    expect((await decideMany(keyed, body)).data).toMatchObject(results)
    expect((await decideMany(keyed, body)).data).toMatchObject(results)
    expect((await send(reviewer, 'GET', `/product-questions/${plain.id}`)).data).toMatchObject({
      status: 'published',
      version: plain.version + 1,
    })
    expect((await decideMany(viewer, body)).status).toBe(403)
  })

  it('rejects many for one reason, which is required, and changes no earlier decision', async () => {
    const [first, decided] = [await ask('可以试用多久呢？'), await ask('试用需要合同吗？')]
    await decideMany(reviewer, { items: [{ id: decided.id, version: 1 }], status: 'published' })
    const items = [
      { id: first.id, version: 1 },
      { id: decided.id, version: 2 },
      { id: 'absent', version: 1 },
    ]
    const refused = await decideMany(reviewer, { items, status: 'rejected', reason: ' ' })
    expect({ status: refused.status, path: refused.errors[0].path }).toEqual({ status: 400, path: 'reason' })
    expect((await decideMany(reviewer, { items, status: 'rejected', reason: '与产品无关' })).data).toMatchObject([
      { outcome: 'decided' },
      { outcome: 'individual', reason: MESSAGES.bulkDecided },
      { outcome: 'failed', reason: MESSAGES.notFound },
    ])
  })

  it('is assigned with a deadline, filtered, counted when late, and ends with the decision', async () => {
    const owner = await createSignedInUser(app(), 'reviewer', `owner-${word}`)
    const { moderation } = app().services.productQuestions
    const before = { late: await moderation.countLate(), unassigned: await moderation.countUnassigned() }
    const [mine, free] = [await ask('可以试用多久呢？'), await ask('试用需要合同吗？')]
    const dueAt = inDays(-1)
    expect(await assign(mine, { assignee: owner.id, dueAt })).toMatchObject({
      status: 200,
      data: { assignee: { id: owner.id }, dueAt, isLate: true },
    })
    expect((await assign(mine, { assignee: viewer.id })).errors[0].path).toBe('assignee')
    expect((await assign(mine, { assignee: null }, viewer)).status).toBe(403)
    const search = word
    expect((await list({ search, assignee: 'me' }, owner)).ids).toEqual([mine.id])
    expect((await list({ search, assignee: 'none' })).ids).toEqual([free.id])
    expect((await list({ search, late: 'true' })).ids).toEqual([mine.id])
    expect({ late: await moderation.countLate(), unassigned: await moderation.countUnassigned() }).toEqual({
      late: before.late + 1,
      unassigned: before.unassigned + 1,
    })
    const path = `/admin/reviews?view=questions&question=${mine.id}`
    const work = { kind: 'question', id: mine.id, name: `对产品${word}的提问`, path, dueAt, isLate: true }
    expect((await send(owner, 'GET', '/pending-work/own')).data).toEqual([work])
    await decideMany(reviewer, { items: [{ id: mine.id, version: mine.version }], status: 'rejected', reason: '重复' })
    expect((await send(owner, 'GET', '/pending-work/own')).data).toEqual([])
    const change = { text: '可以试用多少天呢？', version: mine.version + 1 }
    const { productQuestions } = app().services
    await productQuestions.update(mine.id, change, { ...asker, ip: null })
    expect((await send(owner, 'GET', '/pending-work/own')).data).toEqual([{ ...work, dueAt: null, isLate: false }])
  })
})
