import { describe, expect, it } from 'vitest'
import { parsePageQuery } from '#contracts/page-url.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { ProductListQuerySchema } from '#contracts/products/product.ts'
import { NAUGHTY_STRINGS } from '#testing/hostile/naughty-strings.ts'
import {
  countActiveFilters,
  DEFAULT_LIST_STATE,
  formatListUrl,
  isUnfiltered,
  type ListState,
  toListState,
  toProductListQuery,
  withListChanges,
} from './list-state.ts'

const { parameters } = SITE_PAGES.products
const parseState = (query: string) => toListState(parsePageQuery(parameters, new URLSearchParams(query)))

describe('toListState', () => {
  it.each<[string, string, Partial<ListState>]>([
    ['nothing', '', {}],
    ['a search', 'search=%20zn%20', { search: 'zn' }],
    ['filters', 'category=财务&price=面议&type=SaaS', { category: '财务', price: '面议', type: 'SaaS' }],
    ['全部', 'category=全部&price=全部&type=全部', {}],
    ['a sort', 'sort=name&order=asc', { sort: 'name', order: 'asc' }],
    ['an unknown sort', 'sort=price&order=up', {}],
    ['a page', 'page=3', { page: 3 }],
    ['a page that is not a number', 'page=abc', {}],
    ['a page below one', 'page=-1', {}],
    ['page zero', 'page=0', {}],
    ['a fractional page', 'page=1.5', {}],
    ['a page in another notation', 'page=1e3', {}],
    ['a page number with too many digits', 'page=99999999999', {}],
    ['the highest page number', 'page=999999999', { page: 1_000_000 }],
    ['products to compare', 'compare=a,b', { compare: ['a', 'b'] }],
    ['duplicate and empty product ids', 'compare=a,,a,b,', { compare: ['a', 'b'] }],
    ['too many products', 'compare=a,b,c,d,e,f,g', { compare: ['a', 'b', 'c', 'd', 'e', 'f'] }],
    ['an id with a comma', 'compare=a%252Cb,c', { compare: ['a,b', 'c'] }],
    ['invalid ids', `compare=${'x'.repeat(61)},%25E0%25A4`, {}],
    ['the comparison', 'compare=a&view=compare&diff=1', { compare: ['a'], isComparing: true, onlyDifferences: true }],
    ['an unknown view', 'view=table', {}],
    ['control characters', 'search=a%00b%0a', { search: 'a b' }],
    ['a search that is too long', `search=${'长'.repeat(300)}`, { search: '长'.repeat(200) }],
    ['a truncated emoji at the end', `search=${'长'.repeat(199)}🚀`, { search: `${'长'.repeat(199)}\ufffd` }],
    ['undeclared parameters', 'utm_source=x&pageSize=5', {}],
  ])('parses %s', (_, query, state) => {
    expect(parseState(query)).toEqual({ ...DEFAULT_LIST_STATE, ...state })
  })
})

describe('formatListUrl', () => {
  it.each([
    ['', '/products'],
    ['sort=rating&order=desc&page=1&category=全部', '/products'],
    ['page=2&search=a b&utm_source=x', '/products?search=a+b&page=2'],
    ['compare=a,b&view=compare', '/products?compare=a,b&view=compare'],
    ['diff=1', '/products'],
    ['f.rag=yes&f.models=Kimi&f.models=DeepSeek&f.models=Kimi', '/products?f.models=DeepSeek&f.models=Kimi&f.rag=yes'],
    ['f.=x&f.rag=&f.__proto__=1&f.A=1&verified=yes', '/products'],
  ])('formats the URL of %j', (query, url) => {
    expect(formatListUrl('/products', parseState(query))).toBe(url)
  })

  it('formats every property of the state, so that the URL can be parsed', () => {
    const state: ListState = {
      search: 'C++ & 100%',
      category: '知识/检索',
      price: '面议',
      type: 'SaaS',
      verdict: '谨慎推荐',
      facetChoices: { models: ['DeepSeek', 'Kimi'], 'sdk-languages': ['C#', 'C++'] },
      verified: true,
      sort: 'name',
      order: 'asc',
      page: 7,
      compare: ['a,b', '%2C', '产品'],
      isComparing: true,
      onlyDifferences: true,
    }
    expect(parseState(new URL(formatListUrl('/products', state), 'http://zhijian.test').search)).toEqual(state)
  })
})

describe('withListChanges', () => {
  const stateOnPage3: ListState = { ...DEFAULT_LIST_STATE, page: 3, compare: ['a'] }
  it.each<[Partial<ListState>, number]>([
    [{ search: 'a' }, 1],
    [{ category: '财务' }, 1],
    [{ type: '' }, 1],
    [{ verdict: '推荐' }, 1],
    [{ facetChoices: { rag: ['yes'] } }, 1],
    [{ verified: true }, 1],
    [{ order: 'asc' }, 1],
    [{ page: 4 }, 4],
    [{ compare: ['a', 'b'] }, 3],
    [{ isComparing: true }, 3],
  ])('sets the page after %j: %i', (changes, page) => {
    expect(withListChanges(stateOnPage3, changes)).toEqual({ ...stateOnPage3, ...changes, page })
  })
})

it('counts the select boxes that filter', () => {
  expect(countActiveFilters(parseState('category=财务&type=SaaS&search=报销'))).toBe(2)
})

it.each([
  ['page=2&sort=name', true],
  ['search=报销', false],
  ['category=财务', false],
  ['verified=1', false],
])('returns whether the list at %j is unfiltered: %s', (query, isAll) => {
  expect(isUnfiltered(parseState(query))).toBe(isAll)
})

it('creates a valid query for any URL', () => {
  for (const text of NAUGHTY_STRINGS) {
    const names = [
      'search',
      'category',
      'price',
      'type',
      'verdict',
      'sort',
      'order',
      'page',
      'compare',
      'view',
      'diff',
      'f.models',
      'f.__proto__',
      'verified',
    ]
    const state = parseState(String(new URLSearchParams(names.map((name) => [name, text]))))
    expect(ProductListQuerySchema.safeParse(toProductListQuery('agent', state)).success, text).toBe(true)
    expect(parseState(formatListUrl('', state).slice(1)), text).toEqual({ ...state, onlyDifferences: false })
  }
})
