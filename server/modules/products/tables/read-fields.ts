import type { FieldError } from '#contracts/errors.ts'
import { PRODUCT_FIELDS, type ProductField } from '#contracts/products/fields.ts'
import { findColumn } from '#contracts/products/product-columns.ts'
import type { MappedColumns } from '#contracts/products/product-table.ts'
import type { ReadRow } from '#server/platform/tables/open-table.ts'
import { readCell } from './cells.ts'

/** The product fields that a row contains; blank cells are omitted. */
export type RowFields = Partial<Record<ProductField, unknown>>

/** Returns the field of a heading, by the user's mapping or by its known titles. */
export const findField = (heading: string, mapped: MappedColumns): ReturnType<typeof findColumn> =>
  Object.hasOwn(mapped, heading) ? mapped[heading] : findColumn(heading)

/** Reads a row by its columns' headings. Returns the fields, the errors of those that can't be read, and hints. */
export function readFields(
  { values, problem }: ReadRow,
  mapped: MappedColumns,
): { fields: RowFields; errors: FieldError[]; hints: FieldError[] } {
  const fields: RowFields = {}
  const hints: FieldError[] = []
  const errors: FieldError[] = problem === undefined ? [] : [{ path: '', message: problem }]
  for (const [heading, raw] of values) {
    const column = findField(heading, mapped)
    if (column === undefined || column === 'readOnly' || isBlank(raw)) continue
    const read = readCell(PRODUCT_FIELDS[column].type, raw)
    if ('problem' in read) {
      errors.push({ path: column, message: read.problem })
      continue
    }
    fields[column] = read.value
    if (read.hint !== undefined) hints.push({ path: column, message: read.hint })
  }
  return { fields, errors, hints }
}

const isBlank = (raw: unknown) =>
  (typeof raw === 'string' && raw.trim() === '') || (Array.isArray(raw) && raw.length === 0)
