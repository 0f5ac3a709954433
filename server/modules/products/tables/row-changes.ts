import { isDeepStrictEqual } from 'node:util'
import { PRODUCT_FIELD_LIST, PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import type { EditorProduct, ProductInput } from '#contracts/products/product.ts'
import type { PlannedRow } from '#contracts/products/product-table.ts'
import { formatCell } from './cells.ts'

const SHOWN = 80

/** Returns the changes of a product by a row, column by column. */
export function changesBetween(before: EditorProduct, after: ProductInput): PlannedRow['changes'] {
  return PRODUCT_FIELD_LIST.flatMap((field) => {
    const [oldValue, newValue] = [before[field], after[field]]
    if (field === 'id' || isDeepStrictEqual(oldValue, newValue)) return []
    const { type } = PRODUCT_FIELDS[field]
    return [
      {
        path: field,
        before: truncateCell(formatCell(type, oldValue)),
        after: truncateCell(formatCell(type, newValue)),
      },
    ]
  })
}

function truncateCell(cell: ReturnType<typeof formatCell>): string {
  if (cell === null) return ''
  const text = typeof cell === 'boolean' ? (cell ? '是' : '否') : String(cell)
  const [characters, rest] = [[...text].slice(0, SHOWN), [...text].length > SHOWN]
  return rest ? `${characters.join('')}…` : text
}
