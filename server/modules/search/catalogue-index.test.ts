import { describe, expect, it } from 'vitest'
import { listMembers } from './bitset.ts'
import { CatalogueIndex, type FacetFilter, type FieldFilter, type IndexedProduct } from './catalogue-index.ts'
import { orderByValue } from './order-by-value.ts'

const createProduct = (number: number, fields: Partial<IndexedProduct> = {}): IndexedProduct => ({
  number,
  name: '',
  isLive: true,
  isActive: true,
  category: '',
  price: '',
  deploymentTypes: [],
  rating: null,
  isSample: false,
  updatedAt: '2026-11-21T02:00:00.000Z',
  values: [],
  ...fields,
})
const createRagValues = (value: string, isVerified = false) => ({ values: [{ attribute: 'rag', value, isVerified }] })
const NO_FILTER = { category: '', price: '', type: '', isActive: true }

/**
 * Creates an index of products whose names sort like their numbers. The numbers of the tests lie in several 32-bit words
 * of the index's bitsets.
 */
function createIndex(...products: IndexedProduct[]): CatalogueIndex {
  const index = new CatalogueIndex()
  index.update(products, Int32Array.from(products, ({ number }) => number).sort())
  return index
}

const listNumbers = (index: CatalogueIndex, filter: Partial<FieldFilter>) => [
  ...index.listInOrder(index.matchFields({ ...NO_FILTER, ...filter }), 'name', 'asc'),
]

/** Lists the products that match a filter by facts. Throws if it filters nothing. */
function listMatches(index: CatalogueIndex, filter: FacetFilter): number[] {
  const matches = index.matchFacets(filter)
  if (!matches) throw new Error('The filter filters nothing.')
  return [...listMembers(matches)]
}

describe('the order of a catalogue', () => {
  const index = createIndex(
    createProduct(40, { rating: 4.9, isSample: true }),
    createProduct(33, { rating: 3 }),
    createProduct(5),
    createProduct(64, { rating: 3 }),
  )
  const listInOrder = (sort: 'name' | 'rating', order: 'asc' | 'desc') => [
    ...index.listInOrder(index.matchFields(NO_FILTER), sort, order),
  ]

  it('is by rating in either direction, with samples last and ties by name', () => {
    expect(listInOrder('rating', 'desc')).toEqual([33, 64, 5, 40])
    expect(listInOrder('rating', 'asc')).toEqual([5, 33, 64, 40])
  })
  it('is by name in either direction', () => {
    expect(listInOrder('name', 'asc')).toEqual([5, 33, 40, 64])
    expect(listInOrder('name', 'desc')).toEqual([64, 40, 33, 5])
  })
})

describe('an updated catalogue', () => {
  function createUpdatedIndex() {
    const index = createIndex(
      createProduct(1, { category: '客服', ...createRagValues('yes') }),
      createProduct(70, createRagValues('yes', true)),
    )
    const changedProduct = createProduct(1, { category: '财务', ...createRagValues('no') })
    const deletedProduct = createProduct(70, { isLive: false })
    index.update([changedProduct, deletedProduct], Int32Array.of(1))
    return index
  }

  it('has a product in its new category only', () => {
    const index = createUpdatedIndex()
    expect(listNumbers(index, { category: '客服' })).toEqual([])
    expect(listNumbers(index, { category: '财务' })).toEqual([1])
  })
  it('counts a product’s new value only', () => {
    const index = createUpdatedIndex()
    const countValues = index.createValueCounter(index.matchFields(NO_FILTER), { choices: {}, isVerifiedOnly: false })
    expect(countValues('rag', ['yes', 'no', 'other'])).toEqual([
      { value: 'yes', count: 0 },
      { value: 'no', count: 1 },
      { value: 'other', count: 0 },
    ])
  })
  it('lacks a product that was deleted', () => {
    const index = createUpdatedIndex()
    expect(listNumbers(index, { isActive: undefined })).toEqual([1])
    expect(listMatches(index, { choices: {}, isVerifiedOnly: true })).toEqual([])
    expect(index.countAll()).toEqual({ active: 1, inactive: 0, categories: [{ name: '财务', count: 1 }] })
  })
})

describe('a saved and loaded catalogue', () => {
  const index = createIndex(
    createProduct(3, { rating: 4, ...createRagValues('yes', true) }),
    createProduct(99, { rating: 5, price: '免费' }),
  )
  const loaded = new CatalogueIndex()
  loaded.setState(index.getState())

  it('has the same order', () => {
    expect([...loaded.listInOrder(loaded.matchFields(NO_FILTER), 'rating', 'desc')]).toEqual([99, 3])
  })
  it('matches the same fields and facts', () => {
    expect(listNumbers(loaded, { price: '免费' })).toEqual([99])
    expect(listMatches(loaded, { choices: { rag: ['yes'] }, isVerifiedOnly: true })).toEqual([3])
    expect(listMatches(loaded, { choices: {}, isVerifiedOnly: true })).toEqual([3])
  })
})

it('orders numbers by value, stable for ties', () => {
  const values = [3, -1, 3, 0, -1]
  expect([...orderByValue(Int32Array.of(4, 2, 0, 1, 3), (number) => values[number] ?? 0)]).toEqual([4, 1, 3, 2, 0])
})
