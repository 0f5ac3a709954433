import { describe, expect, it } from 'vitest'
import { countBits, toBitset } from './bitset.ts'
import { CatalogueIndex, type IndexedProduct } from './catalogue-index.ts'
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

describe('catalogue index', () => {
  it('orders by rating in either direction, samples last, ties by name', () => {
    const index = createIndex(
      createProduct(40, { rating: 4.9, isSample: true }),
      createProduct(33, { rating: 3 }),
      createProduct(5),
      createProduct(64, { rating: 3 }),
    )
    const list = (sort: 'name' | 'rating', order: 'asc' | 'desc') => [
      ...index.inOrder(index.matchFields(NO_FILTER), sort, order),
    ]
    expect(list('rating', 'desc')).toEqual([33, 64, 5, 40])
    expect(list('rating', 'asc')).toEqual([5, 33, 64, 40])
    expect(list('name', 'desc')).toEqual([64, 40, 33, 5])
  })

  it('removes a product’s old values, and products that are no longer live', () => {
    const index = createIndex(
      createProduct(1, { category: '客服', ...createRagValues('yes') }),
      createProduct(70, createRagValues('yes', true)),
    )
    index.update(
      [createProduct(1, { category: '财务', ...createRagValues('no') }), createProduct(70, { isLive: false })],
      Int32Array.of(1),
    )
    expect(countBits(index.matchFields({ ...NO_FILTER, category: '客服' }))).toBe(0)
    expect([...index.inOrder(index.matchFields({ ...NO_FILTER, category: '财务' }), 'name', 'asc')]).toEqual([1])
    const countValues = index.createValueCounter(index.matchFields(NO_FILTER), { choices: {}, isVerifiedOnly: false })
    expect(countValues('rag', ['yes', 'no', 'other']).map(({ count }) => count)).toEqual([0, 1, 0])
    expect(countBits(index.matchFacets({ choices: {}, isVerifiedOnly: true }) ?? toBitset([1]))).toBe(0)
    expect(index.countAll()).toEqual({ active: 1, inactive: 0, categories: [{ name: '财务', count: 1 }] })
  })

  it('is unchanged after saving and loading', () => {
    const index = createIndex(
      createProduct(3, { rating: 4, ...createRagValues('yes', true) }),
      createProduct(99, { rating: 5, price: '免费' }),
    )
    const loaded = new CatalogueIndex()
    loaded.load(index.save())
    expect([...loaded.inOrder(loaded.matchFields(NO_FILTER), 'rating', 'desc')]).toEqual([99, 3])
    expect([...loaded.inOrder(loaded.matchFields({ ...NO_FILTER, price: '免费' }), 'updated', 'asc')]).toEqual([99])
    expect(loaded.matchFacets({ choices: { rag: ['yes'] }, isVerifiedOnly: true })).toEqual(toBitset([3]))
    expect(loaded.matchFacets({ choices: {}, isVerifiedOnly: true })).toEqual(toBitset([3]))
  })
})

it('orders numbers by value, stable for ties', () => {
  const values = [3, -1, 3, 0, -1]
  expect([...orderByValue(Int32Array.of(4, 2, 0, 1, 3), (number) => values[number] ?? 0)]).toEqual([4, 1, 3, 2, 0])
})
