import { beforeAll, beforeEach, expect, it } from 'vitest'
import { documentCalls } from '#contracts/content/calls.ts'
import { withAllSections } from '#contracts/documents/documents.ts'
import { DAY_MS } from '#contracts/durations.ts'
import { latestCalls } from '#contracts/latest/calls.ts'
import type { Latest } from '#contracts/latest/latest.ts'
import { publicationCalls } from '#contracts/published-evaluations/calls.ts'
import { createFactClient, createPublicFact } from '#testing/factories/facts.ts'
import { createProducts } from '#testing/factories/products.ts'
import { finishProject, saveMapMethod } from '#testing/factories/published-evaluations.ts'
import { type Caller, createSignedInUser, createUser, signIn, toCaller } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('the latest changes', (app) => {
  let editor: Caller
  let ids: string[]
  const facts = createFactClient(app, () => editor)
  const read = async (): Promise<Latest> => (await app().server.inject(latestCalls.get.path)).json().data
  const saveEvents = (...upcomingEvents: object[]) =>
    app().server.inject({
      method: 'PUT',
      url: documentCalls.community.path,
      headers: editor.headers,
      payload: withAllSections('community', { upcomingEvents }),
    })

  beforeAll(async () => {
    ids = await createProducts(app(), 'agent', [
      { name: '早收录的产品', slogan: '先收录' },
      { name: '示例产品', isSample: true },
      { name: '已下架的产品', isActive: false },
    ])
    app().clock.advance(DAY_MS)
    await createProducts(app(), 'ai', [{ name: '新收录的产品', category: '办公' }])
    await createUser(app(), { email: 'editor@example.com', role: 'editor' })
  })
  // Days pass during a test, and with them its session.
  beforeEach(async () => {
    editor = toCaller(await signIn(app(), 'editor@example.com'))
  })

  it('lists new products of both catalogues, newest first, real ones before samples', async () => {
    const { products } = await read()
    expect(products.map(({ name, catalogue, addedOn }) => [name, catalogue, addedOn])).toEqual([
      ['新收录的产品', 'ai', '2026-11-22'],
      ['早收录的产品', 'agent', '2026-11-21'],
      ['示例产品', 'agent', '2026-11-21'],
    ])
  })

  it('lists the latest changed facts of products that visitors may see', async () => {
    const [activeId = '', , inactiveId = ''] = ids
    for (const id of [activeId, inactiveId])
      expect(
        (await facts.save(id, [createPublicFact('vendor', '甲公司'), createPublicFact('sso', 'yes')])).statusCode,
      ).toBe(200)
    const { facts: latest } = await read()
    expect(latest).toEqual([
      {
        product: { id: activeId, name: '早收录的产品', catalogue: 'agent' },
        updatedOn: expect.any(String),
        labels: expect.arrayContaining(['厂商', 'SSO']),
      },
    ])
  })

  it('lists published evaluations', async () => {
    const owner = await createSignedInUser(app(), 'super_admin')
    await saveMapMethod(app())
    const { reportId } = await finishProject(app(), owner, [{ productId: ids[0] ?? '', points: 84 }])
    const report = await app().server.inject({
      url: publicationCalls.getReport.path.replace(':reportId', reportId),
      headers: owner.headers,
    })
    const candidates = report.json().data.candidates.map(({ key }: { key: string }) => key)
    const publishReply = await app().server.inject({
      method: 'POST',
      url: publicationCalls.publish.path,
      headers: owner.headers,
      payload: { reportId, candidates },
    })
    expect(publishReply.statusCode).toBe(200)
    expect((await read()).evaluations).toMatchObject([
      { product: { name: '早收录的产品' }, score: 82, isExample: false },
    ])
  })

  it('lists upcoming events, earliest first, until their day has passed', async () => {
    await saveEvents(
      { id: 'later', title: '较晚的活动', date: '2026-12-10', time: '14:00' },
      { id: 'over', title: '已结束的活动', date: '2026-12-01', status: '已结束' },
      { id: 'soon', title: '较早的活动', date: '2026-11-23', time: '' },
      { id: 'past', title: '过去的活动', date: '2026-11-20' },
    )
    const listTitles = async () => (await read()).events.map(({ title }) => title)
    expect(await listTitles()).toEqual(['较早的活动', '较晚的活动'])
    app().clock.advance(2 * DAY_MS)
    expect(await listTitles()).toEqual(['较晚的活动'])
  })
})
