/** Checks for each product field that its exported column is read back under the column's heading. */
import { describe, expect, it } from 'vitest'
import type { Caller } from '#contracts/permissions.ts'
import { CONTACT_FIELDS, PRODUCT_FIELD_LIST } from '#contracts/products/fields.ts'
import type { EditorProduct } from '#contracts/products/product.ts'
import { findColumn } from '#contracts/products/product-columns.ts'
import { createFilledProduct } from '#testing/factories/products.ts'
import { listExportColumns } from './export-columns.ts'
import { readFields } from './read-fields.ts'

const FILLED: EditorProduct = {
  company: '',
  contactEmail: '',
  ...createFilledProduct(),
  id: 'sample-id',
  _id: 'sample-id',
  views: 0,
  lastUpdated: '2026-11-21T02:00:00.000Z',
}
const EDITOR: Caller = { role: 'editor' }
const listKeys = (...options: Parameters<typeof listExportColumns>) =>
  listExportColumns(...options).map(({ key }) => key)

describe('export columns', () => {
  it('includes every field, or in a spreadsheet every field that fits a cell', () => {
    expect(listKeys('json', EDITOR)).toEqual(PRODUCT_FIELD_LIST)
    expect(listKeys('csv', EDITOR)).toEqual(PRODUCT_FIELD_LIST.filter((field) => field !== 'reviews'))
  })

  it('omits contact data without permission', () => {
    const contactFields: readonly string[] = CONTACT_FIELDS
    expect(listKeys('json', { role: 'viewer' })).toEqual(
      PRODUCT_FIELD_LIST.filter((field) => !contactFields.includes(field)),
    )
  })

  it.each(listExportColumns('xlsx', EDITOR))('$title is read back unchanged', ({ key, title, cell }) => {
    expect(findColumn(title)).toBe(key)
    const { fields, errors } = readFields({ row: 2, values: new Map([[title, cell({ product: FILLED })]]) }, {})
    expect({ fields, errors }).toEqual({ fields: { [key]: FILLED[key] }, errors: [] })
  })
})
