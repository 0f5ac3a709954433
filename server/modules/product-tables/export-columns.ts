import type { EditorProduct } from '#contracts/products/product.ts'
import { PRODUCT_COLUMN_LIST } from '#contracts/products/product-columns.ts'
import type { TableFormat } from '#contracts/table.ts'
import type { TableColumn } from '#server/platform/tables/table.ts'
import { cellOf } from './cells.ts'

/** What no cell holds: it goes out as JSON alone. */
const JSON_ALONE = new Set(['reviews'])

/** The columns of an export; without the contact address for those who may look but not edit. */
export function exportColumns(format: TableFormat, seesContacts: boolean): TableColumn<EditorProduct>[] {
  return PRODUCT_COLUMN_LIST.filter(
    ({ key }) => (format === 'json' || !JSON_ALONE.has(key)) && (seesContacts || key !== 'contactEmail'),
  ).map(({ key, title, kind, width }) => ({
    ...{ key, title, width },
    cell: (product) => cellOf(kind, product[key]),
    value: (product) => product[key],
  }))
}
