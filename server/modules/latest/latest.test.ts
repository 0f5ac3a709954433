import { beforeAll, expect, it } from 'vitest'
import { documentCalls } from '#contracts/content/calls.ts'
import { withAllSections } from '#contracts/documents/documents.ts'
import { DAY_MS } from '#contracts/durations.ts'
import { latestCalls } from '#contracts/latest/calls.ts'
import type { Latest } from '#contracts/latest/latest.ts'
import { publicationCalls } from '#contracts/published-evaluations/calls.ts'
import { createFactClient, createPublicFact } from '#testing/factories/facts.ts'
import { createProducts } from '#testing/factories/products.ts'
import { finishProject, saveMapMethod } from '#testing/factories/published-evaluations.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
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
      { name: '甲', slogan: '先收录' },
      { name: '乙', isSample: true },
      { name: '丙', isActive: false },
    ])
    app().clock.advance(DAY_MS)
    await createProducts(app(), 'ai', [{ name: '丁', category: '办公' }])
    editor = await createSignedInUser(app(), 'editor')
  })

  it('lists new products of both catalogues, newest first, real ones before samples', async () => {
    const { products } = await read()
    expect(products.map(({ name, catalogue, addedOn }) => [name, catalogue, addedOn])).toEqual([
      ['丁', 'ai', '2026-11-22'],
      ['甲', 'agent', '2026-11-21'],
      ['乙', 'agent', '2026-11-21'],
    ])
  })

  it('lists the latest changed facts of products that visitors may see', async () => {
    const [first = '', , hidden = ''] = ids
    for (const id of [first, hidden])
      await facts.save(id, [createPublicFact('vendor', '甲公司'), createPublicFact('sso', 'yes')])
    const { facts: latest } = await read()
    expect(latest).toEqual([
      {
        product: { id: first, name: '甲', catalogue: 'agent' },
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
    const published = await app().server.inject({
      method: 'POST',
      url: publicationCalls.publish.path,
      headers: owner.headers,
      payload: { reportId, candidates },
    })
    expect({ status: published.statusCode, body: published.body }).toMatchObject({
      status: 200,
      body: expect.anything(),
    })
    expect((await read()).evaluations).toMatchObject([{ product: { name: '甲' }, score: 82, isExample: false }])
  })

  it('lists upcoming events, earliest first, until their day has passed', async () => {
    await saveEvents(
      { id: 'later', title: '晚的', date: '2026-12-10', time: '14:00' },
      { id: 'over', title: '已结束', date: '2026-12-01', status: '已结束' },
      { id: 'soon', title: '早的', date: '2026-11-23', time: '' },
      { id: 'past', title: '过去的', date: '2026-11-20' },
    )
    const titles = async () => (await read()).events.map(({ title }) => title)
    expect(await titles()).toEqual(['早的', '晚的'])
    app().clock.advance(2 * DAY_MS)
    expect(await titles()).toEqual(['晚的'])
  })
})
