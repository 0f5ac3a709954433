import { describe, expect, it } from 'vitest'
import { getEditing, isNone, PRODUCT_FIELD_LIST, PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import { CATALOGUES } from '#contracts/vocabulary.ts'
import { createUnsavedProduct } from '../../screens/product-detail/create-unsaved-product.ts'
import { validateProduct } from '../../screens/product-detail/validate-product.ts'
import { getLabel, locateField } from '../form/field-paths.ts'
import { createProductForm } from './product.ts'

const CHOICES = { categories: ['智能客服', '财务'], priceRanges: ['面议'] }
const KEYS: readonly string[] = PRODUCT_FIELD_LIST.filter((field) => !isNone(getEditing(field).section))
const INNER = ['technicalSpecs.0.title', 'technicalSpecs.0.value', 'reviews.0.comment', 'targetUsers.3']

describe.each(CATALOGUES)('the form of a product (%s)', (catalogue) => {
  const form = createProductForm(catalogue, CHOICES)

  it.each([...KEYS, ...INNER])('has a labelled field for %s', (path) => {
    expect(locateField(form, path)?.isComplete).toBe(true)
    expect(getLabel(form, path)).toMatch(/\p{Script=Han}|Logo/u)
  })

  it('uses the labels of `PRODUCT_FIELDS`', () => {
    for (const [field, { label }] of Object.entries(PRODUCT_FIELDS))
      if (KEYS.includes(field)) expect(locateField(form, field)?.field?.label).toBe(label)
  })

  it('creates a product that lacks only a name and, for AI products, a price', () => {
    const { value: document } = createUnsavedProduct(catalogue, CHOICES)
    const missing = validateProduct(catalogue, document, undefined).map(({ path }) => path)
    expect(missing).toEqual(catalogue === 'ai' ? ['name', 'price'] : ['name'])
    expect(validateProduct(catalogue, { ...document, name: '新', price: '免费' }, undefined)).toEqual([])
    expect(document).toMatchObject({
      rating: 4.5,
      isActive: true,
      category: catalogue === 'ai' ? '对话机器人' : '智能客服',
    })
    expect(Object.keys(document).filter((key) => !KEYS.includes(key))).toEqual([])
  })
})

it('assigns a default category to a new agent if none are listed', () => {
  expect(createUnsavedProduct('agent', { categories: [], priceRanges: [] }).value).toMatchObject({
    category: '智能客服',
  })
})
