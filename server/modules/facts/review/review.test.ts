import { beforeAll, expect, it } from 'vitest'
import type { FactDispute, IncompleteProduct, StaleFact, UnknownAttribute } from '#contracts/facts/fact-review.ts'
import { factReviewCalls } from '#contracts/facts/review-calls.ts'
import { createFactClient, createPublicFact } from '#testing/factories/facts.ts'
import { createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const CLAIM = { grade: 'claimed', sourceUrl: '' }

onEveryDatabase('review of facts', (app) => {
  let editor: Caller
  /** Products of the AI catalogue: one with stale facts, and the most viewed one. */
  let staleId: string
  let mostViewedId: string
  /** A product of the agent catalogue with disputed facts. */
  let disputedId: string
  const { call } = createFactClient(app, () => editor)
  const list = async (path: string, query: Record<string, string> = {}) =>
    (await call('GET', `${path}?${new URLSearchParams(query)}`)).json()
  const listStale = async (query: Record<string, string>): Promise<string[]> =>
    (await list(factReviewCalls.listStale.path, query)).data.map(
      ({ product, attribute }: StaleFact) => `${product.name} ${attribute}`,
    )
  const saveIn = (catalogue: string, id: string, facts: object[]) =>
    call('PUT', `/api/products/${catalogue}/${id}/facts`, { facts })

  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
    ;[staleId = '', mostViewedId = ''] = await createProducts(app(), 'ai', [{ name: '陈旧' }, { name: '常看' }])
    ;[disputedId = ''] = await createProducts(app(), 'agent', [{ name: '平台' }])
    await app().database.write((transaction) =>
      app().services.products.countViews(transaction, { catalogue: 'ai', idOrName: mostViewedId, views: 50 }),
    )
    await saveIn('ai', staleId, [
      createPublicFact('vendor', '甲', { readAt: '2025-01-01' }),
      createPublicFact('iso-27001', { name: 'ISO', validUntil: '2025-06-30' }),
      createPublicFact('country', '中国', { ...CLAIM, readAt: null }),
    ])
    await saveIn('ai', mostViewedId, [createPublicFact('vendor', '乙', { ...CLAIM, readAt: '2025-03-01' })])
    await saveIn('agent', disputedId, [
      createPublicFact('rbac', 'yes'),
      createPublicFact('rbac', 'no', CLAIM),
      createPublicFact('models', ['通义千问', 'OpenAI']),
      createPublicFact('models', ['OpenAI', '通义千问'], CLAIM),
    ])
  })

  it('lists stale facts, the longest stale first, with the version for confirming them', async () => {
    const { data, pagination } = await list(factReviewCalls.listStale.path, { catalogue: 'ai' })
    expect(data.map(({ attribute, staleReason }: StaleFact) => [attribute, staleReason])).toEqual([
      ['country', 'undated'],
      ['iso-27001', 'ended'],
      ['vendor', 'old'],
      ['vendor', 'old'],
    ])
    expect(pagination.totalItems).toBe(4)
    expect(data[0]).toMatchObject({ product: { name: '陈旧' }, version: 1 })
  })

  it.each<[string, Record<string, string>, string[]]>([
    ['views', { order: 'views' }, ['常看 vendor', '陈旧 country', '陈旧 iso-27001', '陈旧 vendor']],
    ['attribute', { attribute: 'vendor' }, ['陈旧 vendor', '常看 vendor']],
    ['attribute and views', { attribute: 'vendor', order: 'views' }, ['常看 vendor', '陈旧 vendor']],
    ['grade', { grade: 'claimed' }, ['陈旧 country', '常看 vendor']],
    ['catalogue', { catalogue: 'agent' }, []],
    ['page', { page: '2' }, []],
  ])('lists stale facts by %s', async (_, query, names) => {
    expect(await listStale(query)).toEqual(names)
  })

  it('lists the stale facts of a product, unless it is in the recycle bin', async () => {
    expect(await listStale({ product: mostViewedId })).toEqual(['常看 vendor'])
    const [removedId = ''] = await createProducts(app(), 'ai', [{ name: '已删' }])
    await saveIn('ai', removedId, [createPublicFact('vendor', '丙', { readAt: '2024-01-01' })])
    expect(await listStale({ product: removedId })).toEqual(['已删 vendor'])
    await app().database.write((transaction) =>
      app().services.products.remove(transaction, 'ai', removedId, { id: editor.id, name: '', ip: null }),
    )
    expect(await listStale({ product: removedId })).toEqual([])
  })

  it('lists unknown attributes of the most viewed products that are used for filters or comparisons', async () => {
    const unknown: UnknownAttribute[] = (await list(factReviewCalls.listUnknown.path, { catalogue: 'ai' })).data
    expect(unknown[0]).toMatchObject({ products: 2, views: 50, firstProducts: [{ name: '常看' }, { name: '陈旧' }] })
    expect(unknown.find(({ attribute }) => attribute === 'country')).toMatchObject({ products: 1, views: 50 })
    const keys = unknown.map(({ attribute }) => attribute)
    expect(keys).not.toContain('vendor')
    expect(keys).not.toContain('wecom')
  })

  it('lists products with unknown attributes, most viewed first', async () => {
    const { data, pagination } = await list(factReviewCalls.listIncomplete.path, { catalogue: 'ai' })
    expect(data.map(({ product }: IncompleteProduct) => product.name)).toEqual(['常看', '陈旧'])
    expect(pagination.totalItems).toBe(2)
    const [first, second] = data
    expect(first.unknown.length).toBe(first.attributes - 1)
    expect(second.unknown.map(({ attribute }: { attribute: string }) => attribute)).not.toContain('country')
    const without = await list(factReviewCalls.listIncomplete.path, { catalogue: 'ai', attribute: 'country' })
    expect(without.data.map(({ product }: IncompleteProduct) => product.name)).toEqual(['常看'])
  })

  it("requires only the attributes of a product's category", async () => {
    const attribute = {
      label: '只此一类',
      group: '基本',
      type: 'text',
      catalogues: ['agent'],
      categories: ['没有的类别'],
    }
    await call('POST', '/api/product-attributes', { ...attribute, key: 'special' })
    const listNames = async () =>
      (await list(factReviewCalls.listIncomplete.path, { attribute: 'special' })).data.map(
        ({ product }: IncompleteProduct) => product.name,
      )
    expect(await listNames()).toEqual([])
    const [id = ''] = await createProducts(app(), 'agent', [{ name: '同类', category: '没有的类别' }])
    expect(await listNames()).toEqual(['同类'])
    await saveIn('agent', id, [createPublicFact('special', '有')])
    expect(await listNames()).toEqual([])
  })

  it("lists disputes until sources agree; the order of choices doesn't matter", async () => {
    const listDisputes = async (query: Record<string, string> = {}): Promise<FactDispute[]> =>
      (await list(factReviewCalls.listDisputes.path, query)).data
    const [dispute, ...others] = await listDisputes()
    expect(others).toEqual([])
    expect(dispute).toMatchObject({
      product: { name: '平台', catalogue: 'agent' },
      attribute: 'rbac',
      facts: [
        { value: 'yes', grade: 'public', isDisputed: true },
        { value: 'no', grade: 'claimed' },
      ],
    })
    expect(await listDisputes({ grade: 'verified' })).toEqual([])
    expect(await listDisputes({ catalogue: 'ai' })).toEqual([])
    expect(await listDisputes({ grade: 'claimed', attribute: 'rbac', product: disputedId })).toHaveLength(1)
    await saveIn('agent', disputedId, [createPublicFact('rbac', 'yes'), createPublicFact('rbac', 'yes', CLAIM)])
    expect(await listDisputes()).toEqual([])
  })
})
