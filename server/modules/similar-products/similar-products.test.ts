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
    const [own = '', near = '', far = '', hidden = ''] = await createProducts(app(), 'agent', [
      { name: '本产品', category },
      { name: '相近的', category },
      { name: '不同的', category },
      { name: '下架的', category, isActive: false },
      { name: '别类的', category: '开发工具' },
      { name: '无资料的', category },
    ])
    const support = (sso: string, rag: string) => [createPublicFact('sso', sso), createPublicFact('rag', rag)]
    await facts.save(own, support('no', 'yes'))
    await facts.save(near, [...support('yes', 'yes')])
    await facts.save(far, support('no', 'no'))
    await facts.save(hidden, support('no', 'yes'))
  })

  it('lists the most similar products of the same category, with described differences', async () => {
    const { data } = (await list('本产品')).json()
    expect(data.map(({ name, words }: { name: string; words: string }) => [name, words])).toEqual([
      ['相近的', '都有RAG；另有SSO'],
      ['无资料的', '同属智能客服'],
      ['不同的', '没有RAG'],
    ])
  })

  it('reflects changed facts', async () => {
    const before = (await list('本产品')).json().data
    await facts.save(before[2].id, [createPublicFact('rag', 'yes')])
    expect((await list('本产品')).json().data[0]).toMatchObject({ name: '不同的', words: '都有RAG' })
  })

  it('requires a product', async () => {
    expect((await list('没有')).statusCode).toBe(404)
  })
})
