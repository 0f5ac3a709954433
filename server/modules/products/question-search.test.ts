import { beforeAll, expect, it } from 'vitest'
import { createProducts } from '#testing/factories/products.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('questions in a catalogue', (app) => {
  const list = async (search: string, filters = '') => {
    const url = `/api/products-list?search=${encodeURIComponent(search)}&page=1&sort=name&order=asc${filters}`
    const { data, ...page } = (await app().server.inject(url)).json()
    return { names: data.map(({ name }: { name: string }) => name), ...page }
  }
  beforeAll(async () => {
    await createProducts(app(), 'agent', [
      { name: 'Coze Studio', description: '工单分派与知识库问答', category: '客服' },
      { name: '甲平台', description: '知识库问答，支持钉钉', category: '知识' },
      { name: '乙平台', description: '合同审查', category: '法务' },
    ])
  })

  it('lists what contains a search as it is', async () => {
    expect(await list('知识库')).toMatchObject({
      names: ['甲平台', 'Coze Studio'],
      closestMatch: null,
      droppedWords: [],
    })
  })

  it('ranks by how many words of a question are met, and names the others', async () => {
    const result = await list('我们要能对接钉钉的知识库、问答，还要Milvus')
    expect(result).toMatchObject({ names: ['甲平台', 'Coze Studio'], droppedWords: ['Milvus'] })
    expect(result.closestMatch).toEqual(['钉钉', '知识', '问答'])
  })

  it('counts a product’s name as one word', async () => {
    expect(await list('请问coze studio怎么报销')).toMatchObject({
      names: ['Coze Studio'],
      closestMatch: ['coze studio'],
      droppedWords: ['报销'],
    })
  })

  it('keeps the filters', async () => {
    const { names } = await list('对接钉钉的知识库、工单', `&category=${encodeURIComponent('客服')}`)
    expect(names).toEqual(['Coze Studio'])
  })

  it.each(['查无此物', '软件'])('lists nothing for %j', async (search) => {
    expect(await list(search)).toMatchObject({ names: [], closestMatch: null, pagination: { totalItems: 0 } })
  })
})
