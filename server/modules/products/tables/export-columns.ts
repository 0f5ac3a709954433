import { type Caller, can } from '#contracts/permissions.ts'
import {
  CONTACT_FIELDS,
  getEditing,
  PRODUCT_FIELD_LIST,
  PRODUCT_FIELDS,
  type ProductField,
} from '#contracts/products/fields.ts'
import type { EditorProduct } from '#contracts/products/product.ts'
import type { TableFormat } from '#contracts/table.ts'
import type { TableColumn } from '#server/platform/tables/table.ts'
import { formatCell, hasCell } from './cells.ts'

/** Returns the columns of an export, without contact data for callers who may not edit. */
export function listExportColumns(format: TableFormat, caller: Caller): TableColumn<{ product: EditorProduct }>[] {
  const hiddenFields = new Set<ProductField>(can(caller, 'products:write') ? [] : CONTACT_FIELDS)
  return PRODUCT_FIELD_LIST.filter(
    (field) => (format === 'json' || hasCell(PRODUCT_FIELDS[field].type)) && !hiddenFields.has(field),
  ).map((field) => {
    const { label, type } = PRODUCT_FIELDS[field]
    return {
      key: field,
      title: label,
      width: getEditing(field).width,
      cell: ({ product }) => formatCell(type, product[field]),
      value: ({ product }) => product[field],
    }
  })
}
