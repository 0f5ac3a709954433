import { isDeepStrictEqual } from 'node:util'
import type { FieldError } from '#contracts/errors.ts'
import { PRODUCT_FIELDS, type ProductField } from '#contracts/products/fields.ts'
import { findColumn } from '#contracts/products/product-columns.ts'
import { findTargetField, type MappedColumns } from '#contracts/products/product-table.ts'
import { PRODUCT_TABLE_MESSAGES } from '#contracts/products/table-messages.ts'
import { isCutText } from '#server/platform/cut-text.ts'
import type { ReadRow } from '#server/platform/tables/open-table.ts'
import { readCell } from './cells.ts'

/** The product fields that a row contains; blank cells are omitted. */
export type RowFields = Partial<Record<ProductField, unknown>>

/** Returns the field of a heading, by the user's mapping or by its known titles. */
export function findField(heading: string, mapped: MappedColumns): ReturnType<typeof findColumn> {
  const target = Object.hasOwn(mapped, heading) ? mapped[heading] : undefined
  return target === undefined ? findColumn(heading) : findTargetField(target)
}

/**
 * Reads a row by its columns' headings. Returns the fields, the errors of those that can't be read or have different
 * values in two columns, and hints.
 */
export function readFields(
  { values, problem }: ReadRow,
  mapped: MappedColumns,
): { fields: RowFields; errors: FieldError[]; hints: FieldError[] } {
  const fields: RowFields = {}
  const headings = new Map<ProductField, string>()
  const hints: FieldError[] = []
  const errors: FieldError[] = problem === undefined ? [] : [{ path: '', message: problem }]
  for (const [heading, raw] of values) {
    const column = findField(heading, mapped)
    if (column === undefined || column === 'readOnly' || isBlank(raw)) continue
    if (isCutText(raw)) {
      hints.push({ path: column, message: PRODUCT_TABLE_MESSAGES.cellCut })
      continue
    }
    const read = readCell(PRODUCT_FIELDS[column].type, raw)
    if ('problem' in read) {
      errors.push({ path: column, message: read.problem })
      continue
    }
    const firstHeading = headings.get(column)
    if (firstHeading !== undefined && !isDeepStrictEqual(fields[column], read.value)) {
      errors.push({ path: column, message: PRODUCT_TABLE_MESSAGES.columnsDiffer(firstHeading, heading) })
      continue
    }
    headings.set(column, heading)
    fields[column] = read.value
    if (read.hint !== undefined) hints.push({ path: column, message: read.hint })
  }
  return { fields, errors, hints }
}

const isBlank = (raw: unknown) =>
  (typeof raw === 'string' && raw.trim() === '') || (Array.isArray(raw) && raw.length === 0)
