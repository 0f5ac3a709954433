import { beforeAll, describe, expect, it } from 'vitest'
import { AttributeStateSchema } from '#contracts/facts/attribute.ts'
import { productCalls } from '#contracts/products/calls.ts'
import type { Facet } from '#contracts/products/facets.ts'
import { createFactClient, createPublicFact } from '#testing/factories/facts.ts'
import { createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('facets of a catalogue', (app) => {
  let editor: Caller
  const { save, attribute, saveAttribute } = createFactClient(app, () => editor)
  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
    const ids = await createProducts(app(), 'agent', [
      { name: '甲', category: '财务', rating: 5 },
      { name: '乙', category: '财务', rating: 4 },
      { name: '丙', category: '客服', rating: 3 },
      { name: '丁', rating: 2 },
    ])
    const facts = [
      [createPublicFact('models', ['DeepSeek', 'Kimi']), { ...createPublicFact('rag', 'yes'), grade: 'verified' }],
      [createPublicFact('models', ['Kimi']), createPublicFact('rag', 'partial')],
      [createPublicFact('rag', 'yes'), createPublicFact('classified-protection', { name: '等保', level: '三级' })],
    ]
    for (const [index, productFacts] of facts.entries())
      expect((await save(ids[index] ?? '', productFacts)).statusCode).toBe(200)
  })

  const get = async (path: string, query: string) => (await app().server.inject(`${path}?${query}`)).json()
  const listNames = async (query: string) =>
    (await get(productCalls.list.path, query)).data.map(({ name }: { name: string }) => name).join('')
  /** Returns the number of products by value, by attribute. */
  const countValues = async (query: string) => {
    const { data }: { data: Facet[] } = await get(productCalls.listFacets.path, query)
    return Object.fromEntries(
      data.map(({ attribute: key, values }) => [
        key,
        Object.fromEntries(values.map(({ value, count }) => [value, count])),
      ]),
    )
  }

  describe('list', () => {
    it.each([
      ['f.rag=yes', '甲丙'],
      ['f.rag=yes&f.rag=partial', '甲乙丙'],
      ['f.rag=yes&f.models=Kimi', '甲'],
      ['f.classified-protection=三级', '丙'],
      ['f.models=Kimi&category=财务&search=乙', '乙'],
      ['f.models=Claude', ''],
      ['f.rag=', '甲乙丙丁'],
      ['verified=true', '甲'],
      ['verified=true&f.models=Kimi', ''],
      ['verified=false&f.models=Kimi&sort=name&order=asc', '甲乙'],
    ])('filters by %s', async (query, names) => {
      expect(await listNames(query)).toBe(names)
    })

    it('counts the matching products', async () => {
      const { pagination } = await get(productCalls.list.path, 'f.rag=yes&page=2&pageSize=1')
      expect(pagination).toEqual({ current: 2, total: 2, limit: 1, totalItems: 2 })
    })
  })

  it.each([
    ['an unknown attribute', 'f.unknown=yes', 'f.unknown', '没有这个筛选条件'],
    ['an attribute that is no filter', 'f.vendor=某公司', 'f.vendor', '没有这个筛选条件'],
    ['the name of an inherited property', 'f.constructor=yes', 'f.constructor', '没有这个筛选条件'],
    ['an unknown value', 'f.rag=yes&f.models=Kimi&f.models=GPT', 'f.models', '这个筛选条件没有这个取值'],
  ])('rejects %s with its path', async (_, query, path, message) => {
    for (const call of [productCalls.list, productCalls.listFacets]) {
      const reply = await get(call.path, query)
      expect(reply).toMatchObject({ success: false, message, errors: [{ path, message }] })
    }
  })

  it('rejects an attribute of the other catalogue', async () => {
    expect((await get(productCalls.list.path, 'catalogue=ai&f.multi-agent=yes')).errors).toMatchObject([
      { path: 'f.multi-agent' },
    ])
    expect(await listNames('catalogue=ai&f.rag=yes')).toBe('')
  })

  it.each([
    [
      'all products',
      '',
      { models: { DeepSeek: 1, Kimi: 2 }, rag: { yes: 2, partial: 1 }, 'classified-protection': { 三级: 1 } },
    ],
    ['products of a category', 'category=财务', { models: { DeepSeek: 1, Kimi: 2 }, rag: { yes: 1, partial: 1 } }],
    [
      'products with a value, and those that another value of its attribute would add',
      'f.rag=yes',
      { models: { DeepSeek: 1, Kimi: 1 }, rag: { yes: 2, partial: 1 }, 'classified-protection': { 三级: 1 } },
    ],
    [
      'no products, but lists the chosen values',
      'f.rag=partial&f.models=Claude',
      { models: { Kimi: 1, Claude: 0 }, rag: { partial: 0 } },
    ],
    ['products with verified facts', 'verified=true', { rag: { yes: 1 } }],
  ])('counts the values of %s', async (_, query, counts) => {
    expect(await countValues(query)).toEqual(counts)
  })

  it('reflects changed facts, renamed choices and changed products', async () => {
    const [id = ''] = await createProducts(app(), 'agent', [{ name: '戊', rating: 1 }])
    expect(await listNames('f.models=Gemini')).toBe('')
    await save(id, [createPublicFact('models', ['Gemini'])])
    expect(await listNames('f.models=Gemini')).toBe('戊')
    const models = AttributeStateSchema.parse((await attribute('models')).json().data)
    const choices = models.choices.map((choice) => (choice === 'Gemini' ? '双子座' : choice))
    const reply = await saveAttribute('models', { ...models, choices, renamedChoices: { Gemini: '双子座' } })
    expect(reply.statusCode).toBe(200)
    expect(await listNames('f.models=双子座')).toBe('戊')
    await app().server.inject({ method: 'DELETE', url: `/api/products/agent/${id}`, headers: editor.headers })
    expect(await listNames('f.models=双子座')).toBe('')
    expect((await get(productCalls.list.path, 'f.models=Gemini')).success).toBe(false)
  })
})
