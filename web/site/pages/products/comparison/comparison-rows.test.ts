import { describe, expect, it } from 'vitest'
import { ProductSchema } from '#contracts/products/product.ts'
import { type ComparedProduct, listFieldRows, listSpecificationRows } from './comparison-rows.ts'

const createProduct = (fields: object, verdict: ComparedProduct['verdict'] = null): ComparedProduct => {
  const parsed = ProductSchema.parse({ name: '产品', rating: null, ...fields })
  return { ...parsed, id: parsed.name, lastUpdated: '2026-11-21T02:00:00.000Z', memberRating: null, verdict }
}

const listDifferentTitles = (rows: readonly { title: string; isDifferent: boolean }[]) =>
  rows.filter(({ isDifferent }) => isDifferent).map(({ title }) => title)

describe('listFieldRows', () => {
  it('has a row for each compared field, in the order of the fields', () => {
    const titles = listFieldRows([createProduct({})]).map(({ title }) => title)
    expect(titles.slice(0, 4)).toEqual(['标语', '类别', '价格', '评分'])
    expect(titles).toEqual(expect.arrayContaining(['目标用户', '核心能力', '部署方式', '安全合规']))
  })

  it.each([
    ['the same facts', { price: '面议' }, { price: '面议' }, []],
    ['the same fact with surrounding spaces', { price: '面议' }, { price: ' 面议 ' }, []],
    ['the same list in another order', { deploymentTypes: ['a', 'b'] }, { deploymentTypes: ['b', 'a'] }, []],
    ['another price', { price: '面议' }, { price: '免费' }, ['价格']],
    ['a price and no price', { price: '面议' }, {}, ['价格']],
    ['an additional item', { targetUsers: ['a'] }, { targetUsers: ['a', 'b'] }, ['目标用户']],
    ['a rating and no rating', { rating: 4.5 }, {}, ['评分']],
    ['one item with a comma and two items', { targetUsers: ['a,b'] }, { targetUsers: ['a', 'b'] }, ['目标用户']],
  ])('compares %s', (_, first, second, different) => {
    expect(listDifferentTitles(listFieldRows([createProduct(first), createProduct(second)]))).toEqual(different)
  })

  it('finds no difference in one product', () => {
    expect(listDifferentTitles(listFieldRows([createProduct({ price: '面议' })]))).toEqual([])
  })
})

const VERDICT = { recommendation: '推荐', score: 82, validUntil: '2027-05-01', isExample: false } as const

it('has no row for verdicts if no product has one', () => {
  const rows = listFieldRows([createProduct({}), createProduct({})])
  expect(rows.map(({ id }) => id)).not.toContain('verdict')
})

it('has a row for verdicts if a product has one, and lists differences first', () => {
  const rows = listFieldRows([createProduct({ price: '面议' }, VERDICT), createProduct({ price: '免费' })])
  expect(rows.slice(0, 3).map(({ title, cells }) => [title, cells])).toEqual([
    ['平台评估', [['推荐，82分'], []]],
    ['价格', [['面议'], ['免费']]],
    ['标语', [[], []]],
  ])
})

describe('listSpecificationRows', () => {
  it('merges by title, with empty cells for missing values', () => {
    const rows = listSpecificationRows([
      createProduct({
        technicalSpecs: [
          { title: '接口', value: 'REST' },
          { title: '许可', value: 'MIT' },
        ],
      }),
      createProduct({
        technicalSpecs: [
          { title: ' 许可 ', value: 'MIT' },
          { title: '内存', value: '8 GB' },
          { title: '内存', value: '16 GB（生产）' },
        ],
      }),
    ])
    expect(rows.map(({ title, cells, isDifferent }) => [title, cells, isDifferent])).toEqual([
      ['接口', [['REST'], []], true],
      ['内存', [[], ['8 GB', '16 GB（生产）']], true],
      ['许可', [['MIT'], ['MIT']], false],
    ])
  })

  it('is empty if no product has specifications', () => {
    expect(listSpecificationRows([createProduct({}), createProduct({})])).toEqual([])
  })
})
