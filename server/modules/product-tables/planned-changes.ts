import type { EditorProduct, ProductInput } from '#contracts/products/product.ts'
import { PRODUCT_COLUMN_LIST } from '#contracts/products/product-columns.ts'
import type { PlannedRow } from '#contracts/products/product-table.ts'
import { difference } from '#contracts/rules/difference.ts'
import { cellOf } from './cells.ts'

const SHOWN = 80

/** What a row changes of a product, column by column. */
export function changesBetween(before: EditorProduct, after: ProductInput): PlannedRow['changes'] {
  return PRODUCT_COLUMN_LIST.flatMap(({ key, kind }) => {
    const [old, given] = [before[key], after[key]]
    if (key === 'id' || difference(old, given).length === 0) return []
    return [{ path: key, before: shown(cellOf(kind, old)), after: shown(cellOf(kind, given)) }]
  })
}

function shown(cell: ReturnType<typeof cellOf>): string {
  if (cell === null) return ''
  const text = typeof cell === 'boolean' ? (cell ? '是' : '否') : String(cell)
  const [characters, rest] = [[...text].slice(0, SHOWN), [...text].length > SHOWN]
  return rest ? `${characters.join('')}…` : text
}
