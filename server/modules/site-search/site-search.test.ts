import { beforeAll, expect, it } from 'vitest'
import { withAllSections } from '#contracts/documents/documents.ts'
import { searchCalls } from '#contracts/search/calls.ts'
import type { SearchHit } from '#contracts/search/search.ts'
import { createProducts } from '#testing/factories/products.ts'
import { createSignedInUser } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const EVENTS = [
  { title: '智能客服落地分享', speaker: '王工', location: '上海', date: '2026-12-01' },
  { title: '年度会', description: '含客服专场' },
]

onEveryDatabase('site search', (app) => {
  let actor: { id: string; name: string; ip: string }
  const saveCommunity = (events: readonly object[]) =>
    app().services.content.save('community', withAllSections('community', { upcomingEvents: events }), { actor })

  beforeAll(async () => {
    const { id, name } = await createSignedInUser(app(), 'editor')
    actor = { id, name, ip: '127.0.0.1' }
    await createProducts(app(), 'agent', [
      { name: '智能客服', slogan: '答得出依据', rating: 3 },
      { name: '工单助手', slogan: '为智能客服分派工单', rating: 5 },
      { name: '智能客服平台', rating: 4, technicalSpecs: [{ title: '向量库', value: 'Milvus' }] },
      { name: '下线的智能客服', isActive: false },
    ])
    await createProducts(app(), 'ai', [{ name: '客服写作', slogan: '写回复' }])
    await saveCommunity(EVENTS)
    const selection = withAllSections('selection', {
      pageInfo: { title: '选型咨询' },
      servicePackages: [{ name: '客服选型', features: ['需求梳理'] }],
    })
    await app().services.content.save('selection', selection, { actor })
  })

  const search = async (query: Record<string, string>) =>
    (await app().server.inject(`${searchCalls.search.path}?${new URLSearchParams(query)}`)).json()
  const listTitles = async (query: Record<string, string>) =>
    (await search(query)).data.map(({ title }: SearchHit) => title)

  it('lists title matches first, prefixes before others, then all other matches', async () => {
    expect(await listTitles({ q: '智能客服' })).toEqual(['智能客服', '智能客服平台', '智能客服落地分享', '工单助手'])
    expect(await listTitles({ q: 'kefu' })).toEqual([
      '智能客服平台',
      '智能客服',
      '客服写作',
      '智能客服落地分享',
      '客服选型',
      '工单助手',
      '年度会',
    ])
    expect(await listTitles({ q: 'znkf', kind: 'agent' })).toEqual(['智能客服平台', '智能客服', '工单助手'])
  })

  it('finds what contains every word, wherever each occurs', async () => {
    expect(await listTitles({ q: '平台 milvus' })).toEqual(['智能客服平台'])
    expect(await listTitles({ q: '落地、上海' })).toEqual(['智能客服落地分享'])
    expect((await search({ q: '客服 milvus' })).closestMatch).toBeNull()
  })

  it('returns every text that contains words of the search', async () => {
    const { data } = await search({ q: '平台 milvus' })
    expect(data.map(({ matches }: SearchHit) => matches)).toEqual([
      [
        {
          label: '名称',
          parts: [
            { text: '智能客服', isMatch: false },
            { text: '平台', isMatch: true },
          ],
        },
        {
          label: '技术规格',
          parts: [
            { text: '向量库：', isMatch: false },
            { text: 'Milvus', isMatch: true },
          ],
        },
      ],
    ])
  })

  it('counts every kind, even if only one is listed', async () => {
    const { data, counts, pagination, closestMatch } = await search({ q: '客服', kind: 'event' })
    expect(data).toEqual([
      {
        kind: 'event',
        title: '智能客服落地分享',
        url: '/community?tab=events',
        excerpt: '2026年12月1日\u{a0}· 上海\u{a0}· 王工',
        matches: [
          {
            label: '标题',
            parts: [
              { text: '智能', isMatch: false },
              { text: '客服', isMatch: true },
              { text: '落地分享', isMatch: false },
            ],
          },
        ],
      },
      {
        kind: 'event',
        title: '年度会',
        url: '/community?tab=events',
        excerpt: '',
        matches: [
          {
            label: '介绍',
            parts: [
              { text: '含', isMatch: false },
              { text: '客服', isMatch: true },
              { text: '专场', isMatch: false },
            ],
          },
        ],
      },
    ])
    expect(counts).toEqual({ agent: 3, ai: 1, event: 2, content: 1 })
    expect(pagination.totalItems).toBe(2)
    expect(closestMatch).toBeNull()
  })

  it('links to products and pages', async () => {
    expect((await search({ q: 'milvus' })).data).toEqual([
      {
        kind: 'agent',
        title: '智能客服平台',
        url: `/products/${encodeURIComponent('智能客服平台')}`,
        excerpt: '',
        matches: [
          {
            label: '技术规格',
            parts: [
              { text: '向量库：', isMatch: false },
              { text: 'Milvus', isMatch: true },
            ],
          },
        ],
      },
    ])
    expect((await search({ q: '需求梳理' })).data).toMatchObject([
      {
        kind: 'content',
        title: '客服选型',
        url: '/selection',
        excerpt: '选型咨询',
        matches: [{ parts: [{ text: '需求梳理', isMatch: true }] }],
      },
    ])
  })

  it('lists what meets most words of a search without results, and names the words', async () => {
    const { data, closestMatch, droppedWords } = await search({ q: '客服、写作的软件' })
    expect(data.map(({ title }: SearchHit) => title)).toEqual(['客服写作'])
    expect({ closestMatch, droppedWords }).toEqual({ closestMatch: ['客服', '写作'], droppedWords: [] })
  })

  it('names the words that nothing meets', async () => {
    const { data, closestMatch, droppedWords } = await search({ q: '回复、分派工单、用Milvus的合同平台，预算30万' })
    expect(data.map(({ title }: SearchHit) => title)).toContain('工单助手')
    expect(closestMatch).toContain('工单')
    expect(droppedWords).toEqual(['合同'])
  })

  it('finds nothing that only shares the first letters of a name', async () => {
    await createProducts(app(), 'agent', [{ name: 'ChatBrowser' }, { name: '经营数据分析' }, { name: '智能排班' }])
    expect(await listTitles({ q: 'ChatBI' })).toEqual(['经营数据分析'])
    expect(await listTitles({ q: '智能问数' })).toEqual(['经营数据分析'])
  })

  it.each(['查无此物', ' '])('lists nothing for %j', async (q) => {
    expect(await search({ q })).toMatchObject({ data: [], closestMatch: null, counts: { agent: 0, content: 0 } })
  })

  it('reflects saved changes', async () => {
    expect(await listTitles({ q: '季度会' })).toEqual([])
    await saveCommunity([...EVENTS, { title: '季度会' }])
    expect(await listTitles({ q: '季度会' })).toEqual(['季度会'])
    await createProducts(app(), 'ai', [{ name: '季度会纪要', description: '整理纪要' }])
    expect((await search({ q: '季度会' })).data).toMatchObject([
      { title: '季度会纪要', excerpt: '整理纪要' },
      { title: '季度会' },
    ])
  })

  it.each(['kind=lead', 'page=0', `q=${'a'.repeat(201)}`])('rejects %.12s', async (query) => {
    expect((await app().server.inject(`${searchCalls.search.path}?${query}`)).statusCode).toBe(400)
  })
})
