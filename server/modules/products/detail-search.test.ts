import { beforeAll, beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '#contracts/durations.ts'
import { AttributeStateSchema } from '#contracts/facts/attribute.ts'
import { RECYCLE_BIN_DAYS } from '#contracts/limits.ts'
import { productCalls } from '#contracts/products/calls.ts'
import type { ListedProduct } from '#contracts/products/product.ts'
import { createFactClient, createPublicFact } from '#testing/factories/facts.ts'
import { createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser, signIn, toCaller } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('product search', (app) => {
  let editor: Caller
  let ids: string[]
  const { save, attribute, saveAttribute } = createFactClient(app, () => editor)
  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
    ids = await createProducts(app(), 'agent', [
      { name: '合同平台', rating: 5, keyCapabilities: ['合同审查'], company: '不公开的公司' },
      {
        name: '向量平台',
        rating: 4,
        technicalSpecs: [
          { title: '向量库', value: 'Milvus 与 pgvector' },
          { title: '百分比', value: '100%' },
        ],
      },
      { name: '合同审查助手', rating: 3 },
      { name: '权限平台', rating: 2, detailedDescription: '<p>按<strong>角色</strong>授权，角色授权</p>' },
    ])
    await save(ids[0] ?? '', [
      createPublicFact('vendor', '阿里云计算有限公司'),
      createPublicFact('private-deployment', 'yes'),
    ])
    await save(ids[2] ?? '', [
      createPublicFact('vector-stores', ['Milvus', 'Qdrant']),
      createPublicFact('fine-tuning', 'no'),
    ])
    await save(ids[3] ?? '', [
      createPublicFact('classified-protection', { name: '网络安全等级保护', level: '三级' }),
      createPublicFact('private-deployment', 'no'),
      createPublicFact('models', ['DeepSeek', 'Kimi']),
    ])
  })

  // One of the tests lasts longer than a session.
  beforeEach(async () => {
    editor = toCaller(await signIn(app(), 'editor@example.com'))
  })

  const list = async (search: string, filters = ''): Promise<ListedProduct[]> =>
    (await app().server.inject(`${productCalls.list.path}?search=${encodeURIComponent(search)}${filters}`)).json().data
  const listNames = async (search: string, filters?: string) => (await list(search, filters)).map(({ name }) => name)

  it.each([
    ['a vendor', '阿里', ['合同平台']],
    ['a specification, and a choice of a fact', 'milvus', ['向量平台', '合同审查助手']],
    ['a part of the name of a supported attribute', '私有化', ['合同平台']],
    ['the pinyin of an attribute', 'dengbao', ['权限平台']],
    ['a certificate', '等保', ['权限平台']],
    ['a name, listed before a capability', '合同审查', ['合同审查助手', '合同平台']],
    ['characters with a meaning in databases', '100%', ['向量平台']],
    ['full-width instead of half-width characters', 'ｐｇＶector', ['向量平台']],
    ['a synonym of a choice', '月之暗面', ['权限平台']],
    ['a long text', '角色授权', ['权限平台']],
  ])('finds products by %s', async (_, search, names) => {
    expect(await listNames(search)).toEqual(names)
  })

  it.each([
    ['an unsupported attribute', '微调'],
    ['a text that visitors cannot see', '不公开'],
    ['a letter that most texts contain', 'm'],
  ])('finds nothing by %s', async (_, search) => {
    expect(await listNames(search)).toEqual([])
  })

  it('finds the words of a phrase across two texts, but not the phrase', async () => {
    const url = `${productCalls.list.path}?search=${encodeURIComponent('合同审查智能')}`
    expect((await app().server.inject(url)).json().closestMatch).toEqual(['合同', '审查'])
  })

  it('returns the matched field, and the match with its context', async () => {
    const listMatches = async (search: string) => (await list(search)).map((product) => product.matches)
    expect(await listMatches('审查')).toEqual([
      [
        {
          label: '名称',
          parts: [
            { text: '合同', isMatch: false },
            { text: '审查', isMatch: true },
            { text: '助手', isMatch: false },
          ],
        },
      ],
      [
        {
          label: '核心能力',
          parts: [
            { text: '合同', isMatch: false },
            { text: '审查', isMatch: true },
          ],
        },
      ],
    ])
    expect(await listMatches('milvus')).toEqual([
      [
        {
          label: '技术规格',
          parts: [
            { text: '向量库：', isMatch: false },
            { text: 'Milvus', isMatch: true },
            { text: ' 与 pgvector', isMatch: false },
          ],
        },
      ],
      [
        {
          label: '资料',
          parts: [
            { text: '向量库：', isMatch: false },
            { text: 'Milvus', isMatch: true },
            { text: '、Qdrant', isMatch: false },
          ],
        },
      ],
    ])
    expect(await listMatches('阿里云')).toEqual([
      [
        {
          label: '资料',
          parts: [
            { text: '厂商：', isMatch: false },
            { text: '阿里云', isMatch: true },
            { text: '计算有限公司', isMatch: false },
          ],
        },
      ],
    ])
    expect(await listMatches('moonshot')).toEqual([
      [
        {
          label: '资料',
          parts: [
            { text: '可接模型：DeepSeek、', isMatch: false },
            { text: 'Kimi', isMatch: true },
          ],
        },
      ],
    ])
    expect((await listMatches('')).flat()).toEqual([])
  })

  it('applies filters to a search, and counts its results in the facets', async () => {
    expect(await listNames('milvus', '&f.fine-tuning=no')).toEqual(['合同审查助手'])
    const facets = (await app().server.inject(`${productCalls.listFacets.path}?search=milvus`)).json().data
    expect(facets.map(({ attribute: key }: { attribute: string }) => key)).toEqual(['fine-tuning', 'vector-stores'])
  })

  it('finds products by a saved fact until it is deleted or its attribute is hidden', async () => {
    const [, second = ''] = ids
    await save(second, [createPublicFact('vendor', '百度在线')])
    expect(await listNames('百度')).toEqual(['向量平台'])
    const vendor = AttributeStateSchema.parse((await attribute('vendor')).json().data)
    await saveAttribute('vendor', { ...vendor, isActive: false })
    expect(await listNames('百度')).toEqual([])
    await saveAttribute('vendor', { ...vendor, isActive: true })
    await save(second, [])
    expect(await listNames('百度')).toEqual([])
  })

  it('finds a product by its saved texts until it is removed', async () => {
    const specs = [{ title: '索引', value: 'Annoy' }]
    const [id = ''] = await createProducts(app(), 'agent', [{ name: '改写平台', technicalSpecs: specs }])
    expect(await listNames('annoy')).toEqual(['改写平台'])
    const url = `/api/products/agent/${id}`
    const product = (await app().server.inject({ method: 'GET', url, headers: editor.headers })).json().data
    const payload = { ...product, technicalSpecs: [{ title: '索引', value: 'Weaviate' }] }
    expect((await app().server.inject({ method: 'PUT', url, headers: editor.headers, payload })).statusCode).toBe(200)
    expect(await listNames('annoy')).toEqual([])
    expect(await listNames('weaviate')).toEqual(['改写平台'])
    await app().server.inject({ method: 'DELETE', url, headers: editor.headers })
    expect(await listNames('weaviate')).toEqual([])
  })

  it('deletes the search texts of a purged product', async () => {
    const [id = ''] = await createProducts(app(), 'agent', [{ name: '停售平台', keyCapabilities: ['已停售的能力'] }])
    const listOwners = async () =>
      (await app().database.read.selectFrom('searchTexts').select('productId').execute()).map(
        ({ productId }) => productId,
      )
    expect(await listOwners()).toContain(id)
    const url = `/api/products/agent/${id}`
    expect((await app().server.inject({ method: 'DELETE', url, headers: editor.headers })).statusCode).toBe(200)
    app().clock.advance((RECYCLE_BIN_DAYS + 1) * DAY_MS)
    await app().services.products.purge()
    expect(await listOwners()).not.toContain(id)
  })

  it('finds what is saved after the product of the last change was purged', async () => {
    const [kept = '', purged = ''] = await createProducts(app(), 'agent', [{ name: '留存平台' }, { name: '清除平台' }])
    expect(await listNames('留存平台')).toEqual(['留存平台'])
    const remove = { method: 'DELETE', url: `/api/products/agent/${purged}`, headers: editor.headers } as const
    expect((await app().server.inject(remove)).statusCode).toBe(200)
    app().clock.advance((RECYCLE_BIN_DAYS + 1) * DAY_MS)
    await app().services.products.purge()
    editor = toCaller(await signIn(app(), 'editor@example.com'))

    const url = `/api/products/agent/${kept}`
    const { data } = (await app().server.inject({ url, headers: editor.headers })).json()
    const renamed = { ...data, name: '更名平台' }
    const reply = await app().server.inject({ method: 'PUT', url, headers: editor.headers, payload: renamed })
    expect(reply.statusCode).toBe(200)
    expect(await listNames('更名平台')).toEqual(['更名平台'])
    await createProducts(app(), 'agent', [{ name: '新增平台' }])
    expect(await listNames('新增平台')).toEqual(['新增平台'])
  })
})
