import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CatalogueIndex, type FacetFilter, type ProductToIndex, toFieldCondition } from './catalogue-index.ts'

const createProduct = (number: number, fields: Partial<ProductToIndex> = {}): ProductToIndex => ({
  id: `p${number}`,
  number,
  name: '',
  searchedName: '',
  searchedSummary: '',
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

function createIndex(...products: ProductToIndex[]): CatalogueIndex {
  const index = new CatalogueIndex()
  index.update(products)
  return index
}

const listNumbers = (
  index: CatalogueIndex,
  sort: 'name' | 'rating' | 'updated' = 'name',
  order: 'asc' | 'desc' = 'asc',
) => index.listInOrder(sort, order).map(({ number }) => number)

function listByFacets(index: CatalogueIndex, filter: FacetFilter): number[] {
  const matches = index.toFacetCondition(filter)
  if (!matches) throw new Error('The filter filters nothing.')
  return index
    .listInOrder('name', 'asc')
    .filter(matches)
    .map(({ number }) => number)
}

describe('the order of a catalogue', () => {
  const index = createIndex(
    createProduct(40, { rating: 4.9, isSample: true, updatedAt: '2026-11-21T04:00:00.000Z' }),
    createProduct(33, { rating: 3 }),
    createProduct(5),
    createProduct(64, { rating: 3 }),
  )

  it('is by rating in either direction, with samples last and ties by name', () => {
    expect(listNumbers(index, 'rating', 'desc')).toEqual([33, 64, 5, 40])
    expect(listNumbers(index, 'rating', 'asc')).toEqual([5, 33, 64, 40])
  })
  it('is by name in either direction, with ties by number', () => {
    expect(listNumbers(index, 'name', 'asc')).toEqual([5, 33, 40, 64])
    expect(listNumbers(index, 'name', 'desc')).toEqual([64, 40, 33, 5])
  })
  it('is by the last update', () => {
    expect(listNumbers(index, 'updated', 'desc')).toEqual([40, 5, 33, 64])
  })

  it('is by pinyin and by the value of digits, however the products were added', () => {
    const names = ['重要2', '重要10', '安全', 'Agent', '北京', '']
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.constantFrom(...names)))),
        (updates) => {
          const updated = new CatalogueIndex()
          const latest = new Map<number, ProductToIndex>()
          for (const update of updates) {
            const products = [
              ...new Map(update.map(([number, name]) => [number, createProduct(number, { name })])).values(),
            ]
            updated.update(products)
            for (const product of products) latest.set(product.number, product)
          }
          expect(listNumbers(updated)).toEqual(listNumbers(createIndex(...latest.values())))
        },
      ),
    )
    const index = createIndex(...names.map((name, number) => createProduct(number, { name })))
    expect(index.listInOrder('name', 'asc').map(({ name }) => name)).toEqual([
      '',
      '安全',
      '北京',
      '重要2',
      '重要10',
      'Agent',
    ])
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
    index.update([changedProduct, deletedProduct])
    return index
  }

  it('has a product in its new category only', () => {
    const products = createUpdatedIndex().listInOrder('name', 'asc')
    expect(products.filter(toFieldCondition({ ...NO_FILTER, category: '客服' }))).toEqual([])
    expect(products.filter(toFieldCondition({ ...NO_FILTER, category: '财务' }))).toMatchObject([{ number: 1 }])
  })
  it('counts a product’s new value only', () => {
    const index = createUpdatedIndex()
    const countValues = index.createValueCounter(index.listInOrder('name', 'asc'), {
      choices: {},
      isVerifiedOnly: false,
    })
    expect(countValues('rag', ['yes', 'no', 'other'])).toEqual([
      { value: 'yes', count: 0 },
      { value: 'no', count: 1 },
      { value: 'other', count: 0 },
    ])
  })
  it('lacks a product that was deleted', () => {
    const index = createUpdatedIndex()
    expect(listNumbers(index)).toEqual([1])
    expect(listByFacets(index, { choices: {}, isVerifiedOnly: true })).toEqual([])
  })
})

it('filters by facts, by verified ones if asked', () => {
  const index = createIndex(createProduct(3, createRagValues('yes', true)), createProduct(99, createRagValues('yes')))
  expect(listByFacets(index, { choices: { rag: ['yes', 'partial'] }, isVerifiedOnly: false })).toEqual([3, 99])
  expect(listByFacets(index, { choices: { rag: ['yes'] }, isVerifiedOnly: true })).toEqual([3])
  expect(listByFacets(index, { choices: { rag: ['no'] }, isVerifiedOnly: false })).toEqual([])
  expect(index.toFacetCondition({ choices: {}, isVerifiedOnly: false })).toBeUndefined()
})
