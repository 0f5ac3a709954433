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
    const before = (await list('本产品')).json().data
    await facts.save(before[2].id, [createPublicFact('rag', 'yes')])
    expect((await list('本产品')).json().data[0]).toMatchObject({ name: '不同产品', reason: '相同：RAG' })
  })

  it('returns 404 for an unknown product', async () => {
    expect((await list('不存在的产品')).statusCode).toBe(404)
  })
})
