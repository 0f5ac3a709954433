import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TableFormat } from '#contracts/table.ts'
import { yieldToEventLoop } from '../event-loop.ts'
import { csvStream } from './csv.ts'
import { jsonStream } from './json.ts'
import type { TableColumn, TableFile, TableStream } from './table.ts'
import { xlsxStream } from './xlsx.ts'

const MIMETYPES: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
}
/** Others get their turn after so many rows. */
const PER_TURN = 100

/**
 * Writes rows as a file while they come, a page of them at a time. Takes the format, the columns in their order and the
 * pages; returns the bytes as a stream, and what they are. CSV and Excel have the columns' titles as their first row,
 * JSON is a list of objects by the columns' keys. The stream fails with `invalid` for what an Excel sheet can't hold.
 */
export const streamTable = <Row>(
  format: TableFormat,
  columns: readonly TableColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): TableStream => ({
  bytes: Readable.from(encodeRows(format, columns, pages), { objectMode: false }),
  mimetype: MIMETYPES[format],
  extension: format,
})

/** Returns the same, whole: for rows that are all there. Throws `invalid` for what an Excel sheet can't hold. */
export async function writeTable<Row>(
  format: TableFormat,
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
): Promise<TableFile> {
  const pieces = encodeRows(format, columns, inBatches(rows))
  return { bytes: await buffer(pieces), mimetype: MIMETYPES[format], extension: format }
}

async function* inBatches<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  for (let index = 0; index < rows.length; index += PER_TURN) {
    await nextTurn()
    yield rows.slice(index, index + PER_TURN)
  }
}

function encodeRows<Row>(
  format: TableFormat,
  columns: readonly TableColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Uint8Array> {
  if (format === 'json') return jsonStream(mapPages(pages, (row) => getValues(columns, row)))
  const cells = mapPages(pages, (row) => columns.map(({ cell }) => cell(row)))
  if (format === 'xlsx') return xlsxStream(columns, cells)
  return csvStream(
    columns.map(({ title }) => title),
    cells,
  )
}

async function* mapPages<Row, To>(pages: AsyncIterable<readonly Row[]>, map: (row: Row) => To): AsyncGenerator<To[]> {
  // A row of many columns takes its time: none of a page has to wait for the others.
  for await (const page of pages) {
    const mapped: To[] = []
    for (const row of page) {
      await yieldToEventLoop()
      mapped.push(map(row))
    }
    yield mapped
  }
}

const getValues = <Row>(columns: readonly TableColumn<Row>[], row: Row) =>
  Object.fromEntries(columns.map(({ key, cell, value = cell }) => [key, value(row)]))
