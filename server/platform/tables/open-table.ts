import { open } from 'node:fs/promises'
import { TABLE } from '#contracts/limits.ts'
import { TABLE_MESSAGES } from '#contracts/messages/table.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { AppError, invalid } from '../app-error.ts'
import { yieldToEventLoop } from '../event-loop.ts'
import { readJsonItems } from './json-items.ts'
import { readSheetRows, unpackSheet } from './read-xlsx.ts'

/** A row as read: its non-blank cells by column heading. */
export type ReadRow = {
  /** The row number in a spreadsheet, whose heading is row 1; in JSON the item's number. */
  row: number
  values: ReadonlyMap<string, unknown>
  /** Why the row can't be imported, in Chinese. */
  problem?: string
}

/** A table in a file that has been validated: it is readable and within its limits. */
export type OpenTable = {
  columns: string[]
  rowCount: number
  /** Reads the rows again, without blank ones. */
  rows(): AsyncGenerator<ReadRow>
}

/** The maximum number of rows below the heading, and of bytes that a workbook may unpack to. */
export type TableLimits = { rows: number; unpackedBytes: number }

type Progress = { isCancelled?(): boolean }

/**
 * Opens a table in one of three formats, detected from its bytes. Reads the entire file in a streaming pass, so that a
 * broken file is rejected before any row is used. A workbook's rows are written to a file next to it. Throws `invalid`,
 * `payloadTooLarge` or `unsupportedMediaType` with a Chinese message.
 */
export async function openTable(path: string, limits: TableLimits, progress: Progress = {}): Promise<OpenTable> {
  const start = await readStart(path)
  if (isJson(start)) return scanJson(path, limits, progress)
  if (startsWith(start, ZIP)) {
    await unpackSheet(path, `${path}.rows`, limits.unpackedBytes)
    return scanCells(() => readSheetRows(`${path}.rows`), limits, progress)
  }
  if (startsWith(start, COMPOUND_FILE)) throw new AppError('unsupportedMediaType', TABLE_MESSAGES.tableOldExcel)
  if (startsWith(start, PDF)) throw new AppError('unsupportedMediaType', TABLE_MESSAGES.tableType)
  // Loaded here, since only imports parse CSV.
  const { readCsvRows } = await import('./csv-rows.ts')
  return scanCells(() => readCsvRows(path), limits, progress)
}

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')
const COMPOUND_FILE = Buffer.from('d0cf11e0', 'hex')
const PDF = Buffer.from('%PDF-')
const START_BYTES = 1_000
const startsWith = (bytes: Buffer, signature: Buffer) => bytes.subarray(0, signature.length).equals(signature)

const isJson = (start: Buffer) => /^\ufeff?\s*[[{]/.test(start.toString('utf8'))

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const isBlank = (cell: unknown) => cell === null || cell === undefined || cell === ''

type Cells = { row: number; cells: readonly unknown[] }

async function scanCells(readCells: () => AsyncGenerator<Cells>, limits: TableLimits, progress: Progress) {
  const columns = await readHeading(readCells())
  const table = { columns: columns.filter((column) => column !== ''), rows: () => readRows(readCells(), columns) }
  assertColumnLimit(table.columns)
  return { ...table, rowCount: await countRows(table.rows(), limits, progress) }
}

async function readHeading(rows: AsyncGenerator<Cells>): Promise<string[]> {
  for await (const { row, cells } of rows) {
    const columns = row === 1 ? cells.map((cell) => (isBlank(cell) ? '' : String(cell).trim())) : []
    while (columns.at(-1) === '') columns.pop()
    if (columns.length === 0) break
    const duplicateHeading = columns.find((column, index) => column !== '' && columns.indexOf(column) < index)
    if (duplicateHeading !== undefined) throw invalid(TABLE_MESSAGES.duplicateTableHeading(duplicateHeading))
    return columns
  }
  throw invalid(TABLE_MESSAGES.tableNoHeading)
}

async function* readRows(rows: AsyncGenerator<Cells>, columns: readonly string[]): AsyncGenerator<ReadRow> {
  for await (const { row, cells } of rows) {
    const filledCells = cells.flatMap((cell, column) => (isBlank(cell) ? [] : [{ cell, column }]))
    if (row === 1 || filledCells.length === 0) continue
    const extraCount = filledCells.filter(({ column }) => !columns[column]).length
    const values = new Map(
      filledCells.flatMap(({ cell, column }) => (columns[column] ? [[columns[column], cell]] : [])),
    )
    yield { row, values, ...(extraCount > 0 && { problem: TABLE_MESSAGES.tableExtraCells(extraCount) }) }
  }
}

async function scanJson(path: string, limits: TableLimits, progress: Progress): Promise<OpenTable> {
  const columns = new Set<string>()
  let row = 0
  async function* collectColumns(): AsyncGenerator<ReadRow> {
    for await (const item of readJsonItems(path)) {
      if (isObject(item)) for (const column of Object.keys(item)) columns.add(column)
      row += 1
      yield toRow(item, row)
    }
  }
  const rowCount = await countRows(collectColumns(), limits, progress)
  assertColumnLimit([...columns])
  return { columns: [...columns], rowCount, rows: () => readItems(path) }
}

async function* readItems(path: string): AsyncGenerator<ReadRow> {
  let row = 0
  for await (const item of readJsonItems(path)) {
    row += 1
    yield toRow(item, row)
  }
}

const toRow = (item: unknown, row: number): ReadRow =>
  isObject(item)
    ? { row, values: new Map(Object.entries(item).filter(([, value]) => !isBlank(value))) }
    : { row, values: new Map(), problem: TABLE_MESSAGES.jsonNotAnObject }

function assertColumnLimit(columns: readonly string[]): void {
  if (columns.length > TABLE.columns)
    throw new AppError('payloadTooLarge', TABLE_MESSAGES.tableTooManyColumns(TABLE.columns))
}

/** Reads and counts all rows. Throws if the limits are exceeded. */
async function countRows(rows: AsyncGenerator<ReadRow>, limits: TableLimits, progress: Progress): Promise<number> {
  let count = 0
  for await (const { row, values } of rows) {
    await yieldToEventLoop()
    count += 1
    if (count > limits.rows) throw new AppError('payloadTooLarge', TABLE_MESSAGES.tableTooManyRows(limits.rows))
    for (const [column, value] of values)
      if (typeof value === 'string' && value.length > TABLE.cell)
        throw new AppError('payloadTooLarge', TABLE_MESSAGES.tableCellTooLong(row, column))
    if (progress.isCancelled?.()) break
  }
  if (count === 0) throw invalid(TABLE_MESSAGES.tableEmpty)
  return count
}
