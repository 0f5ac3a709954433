import { isDeepStrictEqual } from 'node:util'
import { PRODUCT_FIELD_LIST, PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import type { EditorProduct, ProductInput } from '#contracts/products/product.ts'
import type { PlannedRow } from '#contracts/products/product-table.ts'
import { formatCell } from './cells.ts'

/** The maximum number of characters of a value that a plan shows. */
const MAX_LENGTH = 80

/** Returns the changes that a row makes to a product, field by field. */
export function listRowChanges(before: EditorProduct, after: ProductInput): PlannedRow['changes'] {
  return PRODUCT_FIELD_LIST.flatMap((field) => {
    const oldValue = before[field]
    const newValue = after[field]
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

/** Returns what a new product will contain besides its name, field by field, and always whether it is active. */
export function listNewValues(product: ProductInput): PlannedRow['changes'] {
  return PRODUCT_FIELD_LIST.flatMap((field) => {
    const cell = formatCell(PRODUCT_FIELDS[field].type, product[field])
    const isBlank = cell === null || cell === '' || (cell === false && field !== 'isActive')
    if (field === 'id' || field === 'name' || isBlank) return []
    return [{ path: field, before: '', after: truncateCell(cell) }]
  })
}

/** Returns a cell as a text of limited length. */
function truncateCell(cell: ReturnType<typeof formatCell>): string {
  if (cell === null) return ''
  const text = typeof cell === 'boolean' ? formatBoolean(cell) : String(cell)
  const characters = [...text]
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH).join('')}…` : text
}

const formatBoolean = (value: boolean): string => (value ? '是' : '否')
