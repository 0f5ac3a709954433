import type { TableFormat } from '#contracts/table.ts'
import { csvOf } from './csv.ts'
import type { Cell, TableColumn, TableFile } from './table.ts'
import { xlsxOf } from './xlsx.ts'

const MIMETYPES: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
}

/**
 * Writes rows as a file. Takes the format, the columns in their order and the rows; gives the bytes and what they are.
 * CSV and Excel have the columns' titles as their first row, JSON is a list of objects by the columns' keys.
 * Throws `invalid` for a text that an Excel cell can't hold.
 */
export async function writeTable<Row>(
  format: TableFormat,
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
): Promise<TableFile> {
  return { bytes: await bytesOf(format, columns, rows), mimetype: MIMETYPES[format], extension: format }
}

function bytesOf<Row>(format: TableFormat, columns: readonly TableColumn<Row>[], rows: readonly Row[]) {
  if (format === 'json') return jsonOf(rows.map((row) => valuesOf(columns, row)))
  const cells: Cell[][] = rows.map((row) => columns.map(({ cell }) => cell(row)))
  if (format === 'xlsx') return xlsxOf(columns, cells)
  return csvOf(
    columns.map(({ title }) => title),
    cells,
  )
}

const valuesOf = <Row>(columns: readonly TableColumn<Row>[], row: Row) =>
  Object.fromEntries(columns.map(({ key, cell, value = cell }) => [key, value(row)]))

const jsonOf = (values: readonly unknown[]): Buffer => Buffer.from(`${JSON.stringify(values, null, 2)}\n`)
