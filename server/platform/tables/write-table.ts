import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { EXPORT_CONTENT_TYPES } from '#contracts/mime-types.ts'
import type { TableFormat } from '#contracts/table.ts'
import { eachInTurns, yieldToEventLoop } from '../event-loop.ts'
import { streamCsv } from './csv.ts'
import { streamJson } from './json.ts'
import type { TableColumn, TableFile, TableStream } from './table.ts'
import { streamXlsx } from './xlsx.ts'

/** Rows per batch; between batches, the event loop handles other work. */
const BATCH_ROWS = 100

/**
 * Streams pages of rows as a file. Returns the stream with its MIME type and file extension. CSV and Excel have the
 * columns' titles as their first row; JSON is a list of objects by the columns' keys. The stream fails with `invalid`
 * for values that don't fit into an Excel sheet.
 */
export const streamTable = <Row>(
  format: TableFormat,
  columns: readonly TableColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): TableStream => ({
  bytes: Readable.from(encodeRows(format, columns, pages), { objectMode: false }),
  mimetype: EXPORT_CONTENT_TYPES[format],
  extension: format,
})

/** Writes a table of rows in memory. Throws `invalid` for values that don't fit into an Excel sheet. */
export async function writeTable<Row>(
  format: TableFormat,
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
): Promise<TableFile> {
  const chunks = encodeRows(format, columns, inBatches(rows))
  return { bytes: await buffer(chunks), mimetype: EXPORT_CONTENT_TYPES[format], extension: format }
}

async function* inBatches<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  for (let index = 0; index < rows.length; index += BATCH_ROWS) {
    await yieldToEventLoop()
    yield rows.slice(index, index + BATCH_ROWS)
  }
}

function encodeRows<Row>(
  format: TableFormat,
  columns: readonly TableColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Uint8Array> {
  if (format === 'json') return streamJson(mapPages(pages, (row) => getValues(columns, row)))
  const cells = mapPages(pages, (row) => columns.map(({ cell }) => cell(row)))
  if (format === 'xlsx') return streamXlsx(columns, cells)
  return streamCsv(
    columns.map(({ title }) => title),
    cells,
  )
}

async function* mapPages<Row, To>(pages: AsyncIterable<readonly Row[]>, map: (row: Row) => To): AsyncGenerator<To[]> {
  // Rows with many columns are slow to convert, so the event loop is released between rows.
  for await (const page of pages) {
    const mapped: To[] = []
    for await (const row of eachInTurns(page)) {
      mapped.push(map(row))
    }
    yield mapped
  }
}

const getValues = <Row>(columns: readonly TableColumn<Row>[], row: Row) =>
  Object.fromEntries(columns.map(({ key, cell, value = cell }) => [key, value(row)]))
