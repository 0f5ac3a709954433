import { describe, expect, it } from 'vitest'
import { buildSearchText } from '#contracts/rules/search-text.ts'
import { type IndexedProduct, type IndexQuestion, ProductIndex } from './product-index.ts'

const indexed = (id: string, fields: Partial<IndexedProduct> & { texts?: string[] } = {}): IndexedProduct => {
  const { texts, ...rest } = fields
  const name = rest.name ?? id
  return {
    id,
    version: 1,
    name,
    category: '',
    price: '',
    rating: null,
    isSample: false,
    deploymentTypes: [],
    isActive: true,
    updatedAt: '2026-11-21T02:00:00.000Z',
    ...rest,
    search: buildSearchText(texts ?? [name]),
  }
}

const createIndex = (...products: IndexedProduct[]) => {
  const index = new ProductIndex()
  index.update(products, [])
  return index
}

const ask = (more: Partial<IndexQuestion> = {}): IndexQuestion => ({
  search: '',
  category: '',
  price: '',
  type: '',
  sort: 'rating',
  order: 'desc',
  ...more,
})

describe('product index', () => {
  const index = createIndex(
    indexed('customer', {
      name: '智能客服',
      texts: ['智能客服', '答得出', '依据原文'],
      category: '客服',
      price: '面议',
      rating: 4.2,
      deploymentTypes: ['SaaS', '混合部署'],
    }),
    indexed('audit', { name: '审计助手', category: '财务', price: '面议', rating: 4.9, deploymentTypes: ['SaaS'] }),
    indexed('tenth', { name: '助手10', category: '财务', price: '免费', rating: 4.2 }),
    indexed('second', { name: '助手2', category: '财务', price: '免费', rating: null }),
  )

  it.each<[string, Partial<IndexQuestion>, string[]]>([
    ['rating falls, equals by name, none last', {}, ['audit', 'customer', 'tenth', 'second']],
    ['rating rises, equals by name, none first', { order: 'asc' }, ['second', 'customer', 'tenth', 'audit']],
    [
      'names by pinyin, numbers by their value',
      { sort: 'name', order: 'asc' },
      ['audit', 'customer', 'second', 'tenth'],
    ],
    ['names backwards', { sort: 'name' }, ['tenth', 'second', 'customer', 'audit']],
    ['a category', { category: '财务', order: 'asc' }, ['second', 'tenth', 'audit']],
    ['a part of a category is not one', { category: '财' }, []],
    ['two filters', { category: '财务', price: '免费' }, ['tenth', 'second']],
    ['a deployment type', { type: '混合部署' }, ['customer']],
    ['a type that is none', { type: '智能体' }, ['audit', 'customer', 'tenth', 'second']],
    ['全部', { category: '全部', price: '全部', type: '全部' }, ['audit', 'customer', 'tenth', 'second']],
    ['search and filter', { search: 'zs', price: '免费' }, ['tenth', 'second']],
    ['a search in the third field', { search: '原文' }, ['customer']],
    ['a search across two fields', { search: '答得出依据' }, []],
    ['a search across two fields, by pinyin', { search: 'dechuyiju' }, []],
    ['a search of blanks', { search: '  ' }, ['audit', 'customer', 'tenth', 'second']],
  ])('finds by %s', (_, question, ids) => {
    expect(index.find(ask(question))).toEqual(ids)
  })

  it('sorts by rating all samples behind the other products', () => {
    const mixed = createIndex(
      indexed('sample', { name: '安示例', rating: 4.9, isSample: true }),
      indexed('rated', { name: '采购', rating: 3 }),
      indexed('unrated', { name: '财务' }),
    )
    expect(mixed.find(ask())).toEqual(['rated', 'unrated', 'sample'])
    expect(mixed.find(ask({ order: 'asc' }))).toEqual(['unrated', 'rated', 'sample'])
    expect(mixed.find(ask({ sort: 'name', order: 'asc' }))).toEqual(['sample', 'unrated', 'rated'])
  })

  it('drops removed products and finds their replacements', () => {
    const changing = createIndex(indexed('a', { name: '采购' }), indexed('b', { name: '审计' }))
    changing.update([indexed('c', { name: '法务' })], ['a'])
    expect(changing.find(ask({ search: '采购' }))).toEqual([])
    expect(changing.find(ask({ search: 'fawu' }))).toEqual(['c'])
    expect([...changing.ids()].sort()).toEqual(['b', 'c'])
  })

  it('applies changes of name, rating and version', () => {
    const changing = createIndex(indexed('a', { name: '采购', rating: 3 }), indexed('b', { name: '审计', rating: 4 }))
    changing.update([indexed('a', { name: '法务', rating: 5, version: 2 })], [])
    expect(changing.findVersion('a')).toBe(2)
    expect(changing.find(ask())).toEqual(['a', 'b'])
    expect(changing.find(ask({ search: '采购' }))).toEqual([])
    expect(changing.find(ask({ search: '法务' }))).toEqual(['a'])
  })

  it('finds every product by every part of its text', () => {
    const names = ['智能客服', 'AI客服平台', '审计AI助手', '客户服务 Cloud', '知识库·问答', 'a-b_c', '重庆银行助手']
    const every = createIndex(...names.map((name) => indexed(name)))
    for (const name of names)
      for (let from = 0; from < name.length; from += 1)
        for (let to = from + 1; to <= name.length; to += 1) {
          const search = name.slice(from, to)
          if (search.trim() !== '') expect(every.find(ask({ search })), search).toContain(name)
        }
  })
})
