import { open } from 'node:fs/promises'
import { TABLE } from '#contracts/limits.ts'
import { TABLE_MESSAGES } from '#contracts/messages/table.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { AppError, invalid } from '../app-error.ts'
import { yieldToEventLoop } from '../event-loop.ts'
import { findHeading, type SheetStart, START_ROWS, type TableChoice } from './find-heading.ts'
import { readJsonItems } from './json-items.ts'
import { type CellRow, unpackSheet } from './read-xlsx.ts'

/** A row as read: its non-blank cells by column heading. */
export type ReadRow = {
  /** The row number in a spreadsheet; in JSON the item's number. */
  row: number
  values: ReadonlyMap<string, unknown>
  /** Why the row can't be imported, in Chinese. */
  problem?: string
  /** Why cells can't be read, by column heading. A row with such a cell can't be imported if the column is. */
  cellProblems?: ReadonlyMap<string, string>
}

/** Where a spreadsheet's table was found, and the first rows of its sheet, for choosing another one. */
export type TableLayout = {
  /** The names of the sheets; none in CSV. */
  sheets: { name: string; isHidden: boolean }[]
  /** The name of the sheet that is read; '' in CSV. */
  sheet: string
  headingRow: number
  firstRows: SheetStart['rows']
}

/** A table in a file that has been validated: it is readable and within its limits. */
export type OpenTable = {
  columns: string[]
  /** The letter of each column in a spreadsheet, by heading; none in JSON. */
  letters: ReadonlyMap<string, string>
  /** `undefined` for JSON. */
  layout: TableLayout | undefined
  rowCount: number
  /** Reads the rows again, without blank ones. */
  rows(): AsyncGenerator<ReadRow>
}

/** The maximum number of rows below the heading, and of bytes that a workbook may unpack to. */
export type TableLimits = {
  rows: number
  unpackedBytes: number
  /** What to do with a file of more rows, if it can't only be split. */
  tooManyRowsMessage?: string
}

/**
 * Opens a table in one of three formats, detected from its bytes. Reads the entire file in a streaming pass, so that a
 * broken file is rejected before any row is used. A workbook's rows are written to a file next to it. Throws `invalid`,
 * `payloadTooLarge` or `unsupportedMediaType` with a Chinese message.
 */
export async function openTable(path: string, limits: TableLimits, choice: TableChoice = {}): Promise<OpenTable> {
  const start = await readStart(path)
  if (isJson(start)) return scanJson(path, limits)
  if (startsWith(start, ZIP)) {
    const { sheets, sheet, headingRow, rows } = await unpackSheet(path, {
      maxBytes: limits.unpackedBytes,
      choice,
    })
    const { name = '', rows: firstRows = [] } = sheets[sheet] ?? {}
    const layout = {
      sheets: sheets.map((item) => ({ name: item.name, isHidden: item.isHidden })),
      sheet: name,
      headingRow,
      firstRows,
    }
    return scanCells(rows, layout, limits)
  }
  const problem = describeOtherFormat(start)
  if (problem !== undefined) throw new AppError('unsupportedMediaType', problem)
  // Loaded here, since only imports parse CSV.
  const { readCsvRows } = await import('./csv-rows.ts')
  const readRows = () => readCsvRows(path)
  const firstRows = await readFirstRows(readRows())
  const { headingRow } = findHeading([{ name: '', isHidden: false, rows: firstRows }], { ...choice, sheet: undefined })
  return scanCells(readRows, { sheets: [], sheet: '', headingRow, firstRows }, limits)
}

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')
const COMPOUND_FILE = Buffer.from('d0cf11e0', 'hex')
const PDF = Buffer.from('%PDF-')
const START_BYTES = 1_000
const startsWith = (bytes: Buffer, signature: Buffer) => bytes.subarray(0, signature.length).equals(signature)

const isJson = (start: Buffer) => /^\ufeff?\s*[[{]/.test(start.toString('utf8'))

/** Returns why a file can't be read if its beginning is that of another format, with what to do instead. */
function describeOtherFormat(start: Buffer): string | undefined {
  if (startsWith(start, COMPOUND_FILE)) return TABLE_MESSAGES.tableOldExcel
  if (startsWith(start, PDF)) return TABLE_MESSAGES.tableType
  // Removes the zeros of UTF-16.
  const text = start.toString('latin1').replaceAll('\0', '')
  if (/^\W*<\?xml[\s\S]*urn:schemas-microsoft-com:office:spreadsheet/i.test(text)) return TABLE_MESSAGES.tableXml
  if (/^\W*(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html|head|meta|body|table)\b/i.test(text))
    return TABLE_MESSAGES.tableHtml
  if (/^\W*<\?xml/i.test(text)) return TABLE_MESSAGES.tableXml
  return /^MIME-Version:/i.test(text) ? TABLE_MESSAGES.tableHtml : undefined
}

async function readFirstRows(rows: AsyncIterable<CellRow>): Promise<SheetStart['rows']> {
  const firstRows: SheetStart['rows'][number][] = []
  for await (const { row, cells } of rows) {
    if (firstRows.length === START_ROWS) break
    const texts = cells.map((cell) => String(cell ?? '').trim())
    if (texts.some((text) => text !== '')) firstRows.push({ row, cells: texts })
  }
  return firstRows
}

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

type ReadCells = () => AsyncGenerator<CellRow>

async function scanCells(readCells: ReadCells, layout: TableLayout, limits: TableLimits): Promise<OpenTable> {
  const { headingRow } = layout
  const columns = await readHeading(readCells(), headingRow)
  const titles = columns.filter((column) => column !== '')
  assertColumnLimit(titles)
  const letters = new Map(columns.map((column, index) => [column, getColumnLetter(index)]))
  const rows = () => readRows(readCells(), columns, headingRow)
  return { columns: titles, letters, layout, rows, rowCount: await countRows(rows(), limits) }
}

/** Returns the letter of a column by its position: A, B, …, Z, AA. */
const getColumnLetter = (index: number): string =>
  (index >= 26 ? getColumnLetter(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

async function readHeading(rows: AsyncGenerator<CellRow>, headingRow: number): Promise<string[]> {
  for await (const { row, cells } of rows) {
    if (row < headingRow) continue
    const columns = row === headingRow ? cells.map((cell) => (isBlank(cell) ? '' : String(cell).trim())) : []
    while (columns.at(-1) === '') columns.pop()
    if (columns.length === 0) break
    const duplicateHeading = columns.find((column, index) => column !== '' && columns.indexOf(column) < index)
    if (duplicateHeading !== undefined) throw invalid(TABLE_MESSAGES.duplicateTableHeading(duplicateHeading))
    return columns
  }
  throw invalid(TABLE_MESSAGES.tableNoHeading)
}

async function* readRows(
  rows: AsyncGenerator<CellRow>,
  columns: readonly string[],
  headingRow: number,
): AsyncGenerator<ReadRow> {
  for await (const { row, cells, problems = new Map<number, string>() } of rows) {
    const filledCells = cells.flatMap((cell, column) => (isBlank(cell) ? [] : [{ cell, column }]))
    if (row <= headingRow || filledCells.length + problems.size === 0) continue
    const extraCount = filledCells.filter(({ column }) => !columns[column]).length
    const values = new Map(
      filledCells.flatMap(({ cell, column }) => (columns[column] ? [[columns[column], cell]] : [])),
    )
    const cellProblems = new Map(
      [...problems].flatMap(([column, problem]) => (columns[column] ? [[columns[column], problem]] : [])),
    )
    yield {
      row,
      values,
      ...(extraCount > 0 && { problem: TABLE_MESSAGES.tableExtraCells(extraCount) }),
      ...(cellProblems.size > 0 && { cellProblems }),
    }
  }
}

async function scanJson(path: string, limits: TableLimits): Promise<OpenTable> {
  const columns = new Set<string>()
  let row = 0
  async function* collectColumns(): AsyncGenerator<ReadRow> {
    for await (const item of readJsonItems(path)) {
      if (isObject(item)) for (const column of Object.keys(item)) columns.add(column)
      row += 1
      yield toRow(item, row)
    }
  }
  const rowCount = await countRows(collectColumns(), limits)
  assertColumnLimit([...columns])
  return { columns: [...columns], letters: new Map(), layout: undefined, rowCount, rows: () => readItems(path) }
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
async function countRows(rows: AsyncGenerator<ReadRow>, limits: TableLimits): Promise<number> {
  let count = 0
  for await (const { row, values } of rows) {
    await yieldToEventLoop()
    count += 1
    if (count > limits.rows)
      throw new AppError('payloadTooLarge', limits.tooManyRowsMessage ?? TABLE_MESSAGES.tableTooManyRows(limits.rows))
    for (const [column, value] of values)
      if (typeof value === 'string' && value.length > TABLE.cell)
        throw new AppError('payloadTooLarge', TABLE_MESSAGES.tableCellTooLong(row, column))
  }
  if (count === 0) throw invalid(TABLE_MESSAGES.tableEmpty)
  return count
}
