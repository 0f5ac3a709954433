import { describe, expect, it } from 'vitest'
import { type FacetedProduct, FacetIndex, type FacetQuestion } from './facet-index.ts'

const product = (id: string, values: Record<string, string | string[]>, verified: string[] = []): FacetedProduct => ({
  id,
  version: 1,
  values: Object.entries(values).flatMap(([attribute, each]) =>
    [each].flat().map((value) => ({ attribute, value, isVerified: verified.includes(attribute) })),
  ),
})

const ask = (choices: FacetQuestion['choices'], isVerifiedOnly = false): FacetQuestion => ({ choices, isVerifiedOnly })

const createIndex = (...products: FacetedProduct[]) => {
  const index = new FacetIndex()
  index.update(products, [])
  return index
}

describe('facet index', () => {
  const IDS = ['c', 'b', 'a', 'unknown']
  const index = createIndex(
    product('a', { rag: 'yes', models: ['Kimi', 'DeepSeek'] }, ['rag']),
    product('b', { rag: 'no', models: 'Kimi' }),
    product('c', { rag: 'yes' }),
  )

  it.each<[string, FacetQuestion, string[]]>([
    ['nothing', ask({}), IDS],
    ['a value', ask({ models: ['Kimi'] }), ['b', 'a']],
    ['one of two values', ask({ rag: ['yes', 'no'] }), ['c', 'b', 'a']],
    ['two attributes', ask({ rag: ['yes'], models: ['Kimi', 'DeepSeek'] }), ['a']],
    ['a value that none has', ask({ models: ['Claude'] }), []],
    ['what is verified', ask({}, true), ['a']],
    ['a verified value', ask({ rag: ['yes'] }, true), ['a']],
    ['a value that is known but not verified', ask({ models: ['Kimi'] }, true), []],
  ])('filters by %s, in order', (_, question, ids) => {
    expect(index.filter(IDS, question)).toEqual(ids)
  })

  const counts = (ids: string[], question: FacetQuestion) =>
    Object.fromEntries([...index.count(ids, question)].map(([key, values]) => [key, Object.fromEntries(values)]))

  it("counts among the listed products, not narrowed by the attribute's own choice", () => {
    expect(counts(IDS, ask({}))).toEqual({ rag: { yes: 2, no: 1 }, models: { Kimi: 2, DeepSeek: 1 } })
    expect(counts(['a', 'c'], ask({}))).toEqual({ rag: { yes: 2 }, models: { Kimi: 1, DeepSeek: 1 } })
    expect(counts(IDS, ask({ rag: ['yes'] }))).toEqual({ rag: { yes: 2, no: 1 }, models: { Kimi: 1, DeepSeek: 1 } })
    expect(counts(IDS, ask({ rag: ['no'], models: ['Kimi'] }))).toEqual({
      rag: { yes: 1, no: 1 },
      models: { Kimi: 1 },
    })
    expect(counts(IDS, ask({}, true))).toEqual({ rag: { yes: 1 }, models: {} })
  })

  it('forgets what a product no longer has, and gives its place to another', () => {
    const changing = createIndex(product('a', { rag: 'yes' }), product('b', { rag: 'yes' }))
    changing.update([product('c', { models: 'Kimi' }), product('b', { rag: 'no' })], ['a'])
    expect(changing.filter(['a', 'b', 'c'], ask({ rag: ['yes'] }))).toEqual([])
    expect(changing.filter(['a', 'b', 'c'], ask({ rag: ['no'] }))).toEqual(['b'])
    expect(changing.filter(['a', 'b', 'c'], ask({ models: ['Kimi'] }))).toEqual(['c'])
  })

  it('counts as many products as there are', () => {
    const ids = Array.from({ length: 1_000 }, (_, number) => String(number))
    const many = createIndex(...ids.map((id, number) => product(id, { rag: number % 3 === 0 ? 'yes' : 'no' })))
    expect(many.count(ids, ask({})).get('rag')).toEqual(
      new Map([
        ['yes', 334],
        ['no', 666],
      ]),
    )
    expect(many.count(ids.slice(0, 100), ask({})).get('rag')?.get('yes')).toBe(34)
  })
})
