import { PRODUCT_FIELD_LIST, PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import type { EditorProduct, ProductInput } from '#contracts/products/product.ts'
import type { PlannedRow } from '#contracts/products/product-table.ts'
import { difference } from '#contracts/rules/difference.ts'
import { cellOf } from './cells.ts'

const SHOWN = 80

/** What a row changes of a product, column by column. */
export function changesBetween(before: EditorProduct, after: ProductInput): PlannedRow['changes'] {
  return PRODUCT_FIELD_LIST.flatMap((field) => {
    const [old, given] = [before[field], after[field]]
    if (field === 'id' || difference(old, given).length === 0) return []
    const { type } = PRODUCT_FIELDS[field]
    return [{ path: field, before: shown(cellOf(type, old)), after: shown(cellOf(type, given)) }]
  })
}

function shown(cell: ReturnType<typeof cellOf>): string {
  if (cell === null) return ''
  const text = typeof cell === 'boolean' ? (cell ? '是' : '否') : String(cell)
  const [characters, rest] = [[...text].slice(0, SHOWN), [...text].length > SHOWN]
  return rest ? `${characters.join('')}…` : text
}
