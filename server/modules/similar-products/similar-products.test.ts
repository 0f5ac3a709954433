import { beforeAll, expect, it } from 'vitest'
import { createFactClient, createPublicFact } from '#testing/factories/facts.ts'
import { createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('similar products', (app) => {
  let editor: Caller
  const facts = createFactClient(app, () => editor)
  const list = (idOrName: string) => app().server.inject(`/api/product-similar/${encodeURIComponent(idOrName)}`)

  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
    const category = '智能客服'
    const [ownId = '', similarId = '', differentId = '', inactiveId = ''] = await createProducts(app(), 'agent', [
      { name: '本产品', category },
      { name: '相近产品', category, description: '没有标语，\n只有介绍。' },
      { name: '不同产品', category },
      { name: '下架产品', category, isActive: false },
      { name: '别类产品', category: '开发工具' },
      { name: '无资料产品', category },
    ])
    const createFacts = (sso: string, rag: string) => [createPublicFact('sso', sso), createPublicFact('rag', rag)]
    await facts.save(ownId, createFacts('no', 'yes'))
    await facts.save(similarId, createFacts('yes', 'yes'))
    await facts.save(differentId, createFacts('no', 'no'))
    await facts.save(inactiveId, createFacts('no', 'yes'))
  })

  it('lists the most similar products of the same category, with described differences', async () => {
    const { data } = (await list('本产品')).json()
    expect(data.map(({ name, reason }: { name: string; reason: string }) => [name, reason])).toEqual([
      ['相近产品', '相同：RAG\n另有：SSO'],
      ['无资料产品', '同属智能客服'],
      ['不同产品', '没有：RAG'],
    ])
  })

  it('summarizes a product without a slogan by its description', async () => {
    expect((await list('本产品')).json().data[0]).toMatchObject({ summary: '没有标语， 只有介绍。' })
  })

  it('reflects changed facts', async () => {
    const category = '变动'
    const [ownId = '', firstId = '', secondId = ''] = await createProducts(app(), 'agent', [
      { name: '变动本产品', category },
      { name: '先相近的', category },
      { name: '后相近的', category },
    ])
    const listNames = async () => (await list('变动本产品')).json().data.map(({ name }: { name: string }) => name)
    await facts.save(ownId, [createPublicFact('rag', 'yes')])
    await facts.save(firstId, [createPublicFact('rag', 'yes')])
    expect(await listNames()).toEqual(['先相近的', '后相近的'])
    await facts.save(firstId, [createPublicFact('rag', 'no')])
    await facts.save(secondId, [createPublicFact('rag', 'yes')])
    expect(await listNames()).toEqual(['后相近的', '先相近的'])
  })

  it('returns 404 for an unknown product', async () => {
    expect((await list('不存在的产品')).statusCode).toBe(404)
  })
})

onEveryDatabase('the alternatives of a product', (app) => {
  let ids: Record<'own' | 'near' | 'far' | 'blank', string>
  const list = (idOrName: string, query = '') =>
    app().server.inject(`/api/product-alternatives/${encodeURIComponent(idOrName)}${query}`)
  const listNames = async (query = '') =>
    (await list(ids.own, query)).json().data.items.map(({ name }: { name: string }) => name)

  beforeAll(async () => {
    const editor = await createSignedInUser(app(), 'editor')
    const facts = createFactClient(app, () => editor)
    const category = '知识管理'
    const [own = '', near = '', far = '', blank = '', inactive = ''] = await createProducts(app(), 'agent', [
      { name: '原产品', category },
      { name: '近产品', category },
      { name: '远产品', category },
      { name: '白产品', category },
      { name: '停产品', category, isActive: false },
      { name: '外产品', category: '外类' },
    ])
    ids = { own, near, far, blank }
    await facts.save(own, [
      createPublicFact('sso', 'no'),
      createPublicFact('rag', 'yes'),
      createPublicFact('mcp', 'yes'),
    ])
    await facts.save(near, [createPublicFact('sso', 'yes'), createPublicFact('rag', 'yes')])
    await facts.save(far, [createPublicFact('rag', 'no'), createPublicFact('audit-log', 'yes')])
    await facts.save(inactive, [createPublicFact('rag', 'yes')])
  })

  it('lists all differences, and keeps what is unknown of either product apart', async () => {
    const { data } = (await list('原产品')).json()
    expect({ product: data.product, total: data.total }).toEqual({
      product: { id: ids.own, name: '原产品', category: '知识管理' },
      total: 3,
    })
    const differences = Object.fromEntries(
      data.items.map(({ id, differences: each }: { id: string; differences: object }) => [id, each]),
    )
    const none = { shared: [], gained: [], missing: [], unknownThere: [], unknownHere: [] }
    expect(differences).toEqual({
      [ids.near]: { ...none, shared: ['RAG'], gained: ['SSO'], unknownThere: ['MCP'] },
      [ids.far]: { ...none, missing: ['RAG'], unknownThere: ['MCP'], unknownHere: ['审计日志'] },
      [ids.blank]: { ...none, unknownThere: ['RAG', 'MCP'] },
    })
  })

  it('narrows the alternatives by requirements, and counts without the product itself', async () => {
    expect(await listNames('?f.rag=yes')).toEqual(['近产品'])
    expect(await listNames('?f.mcp=yes')).toEqual([])
    expect(await listNames('?verified=true')).toEqual([])
    const { facets } = (await list(ids.own)).json().data
    const rag = facets.find(({ attribute }: { attribute: string }) => attribute === 'rag')
    expect(rag.values).toEqual([
      { value: 'yes', count: 1 },
      { value: 'no', count: 1 },
    ])
    expect(facets.map(({ attribute }: { attribute: string }) => attribute)).not.toContain('mcp')
  })

  it('rejects an unknown requirement', async () => {
    const reply = await list(ids.own, '?f.rag=maybe')
    expect({ status: reply.statusCode, path: reply.json().errors[0].path }).toEqual({ status: 400, path: 'f.rag' })
  })

  it('lists none for a product without a category', async () => {
    await createProducts(app(), 'agent', [{ name: '无类产品' }])
    expect((await list('无类产品')).json().data).toMatchObject({ items: [], total: 0, facets: [] })
  })

  it.each(['停产品', '没有的产品'])('returns 404 for %s', async (name) => {
    expect((await list(name)).statusCode).toBe(404)
  })
})
