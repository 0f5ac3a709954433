import { TABLE } from '#contracts/limits.ts'
import { TABLE_MESSAGES } from '#contracts/messages/table.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { parseJsonBody } from '#server/platform/http/bodies/json-body.ts'
import { AppError, invalid } from '../app-error.ts'
import { readCsv } from './read-csv.ts'
import { readXlsx } from './read-xlsx.ts'

/** One row as it was written: by its columns' headings, blank cells left out. */
export type ReadRow = {
  /** As a spreadsheet counts, if the heading is row 1; in JSON the item's number. */
  row: number
  values: ReadonlyMap<string, unknown>
  /** The reason why it can't be read. */
  problem?: string
}
export type ReadTable = { columns: string[]; rows: ReadRow[] }

/**
 * Reads a table in whichever of the three formats its bytes are; what the file is called doesn't count. Takes at most
 * `TABLE.bytes`. Returns its columns and its rows, blank ones left out. Throws `invalid`, `tooLarge` or
 * `unsupportedType` with a Chinese sentence.
 */
export async function readTable(bytes: Buffer): Promise<ReadTable> {
  const table = isJson(bytes) ? readJson(bytes) : groupByHeading(await readCells(bytes))
  if (table.rows.length === 0) throw invalid(TABLE_MESSAGES.tableEmpty)
  if (table.rows.length > TABLE.rows) throw new AppError('tooLarge', TABLE_MESSAGES.tableTooManyRows(TABLE.rows))
  if (table.columns.length > TABLE.columns)
    throw new AppError('tooLarge', TABLE_MESSAGES.tableTooManyColumns(TABLE.columns))
  for (const { row, values } of table.rows)
    for (const [column, value] of values)
      if (typeof value === 'string' && value.length > TABLE.cell)
        throw new AppError('tooLarge', TABLE_MESSAGES.tableCellTooLong(row, column))
  return table
}

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')
const COMPOUND_FILE = Buffer.from('d0cf11e0', 'hex')
const PDF = Buffer.from('%PDF-')
const startsWith = (bytes: Buffer, signature: Buffer) => bytes.subarray(0, signature.length).equals(signature)

const isJson = (bytes: Buffer) => /^\ufeff?\s*[[{]/.test(bytes.toString('utf8', 0, 1_000))

function readCells(bytes: Buffer): Promise<unknown[][]> | unknown[][] {
  if (startsWith(bytes, ZIP)) return readXlsx(bytes)
  if (startsWith(bytes, COMPOUND_FILE)) throw new AppError('unsupportedType', TABLE_MESSAGES.tableOldExcel)
  if (startsWith(bytes, PDF)) throw new AppError('unsupportedType', TABLE_MESSAGES.tableType)
  return readCsv(bytes)
}

const isBlank = (cell: unknown) => cell === null || cell === undefined || cell === ''

function groupByHeading([head = [], ...body]: readonly (readonly unknown[])[]): ReadTable {
  const columns = head.map((cell) => (isBlank(cell) ? '' : String(cell).trim()))
  while (columns.at(-1) === '') columns.pop()
  if (columns.every((column) => column === '')) throw invalid(TABLE_MESSAGES.tableNoHeading)
  const repeatedColumn = columns.find((column, index) => column !== '' && columns.indexOf(column) < index)
  if (repeatedColumn !== undefined) throw invalid(TABLE_MESSAGES.tableHeadingRepeated(repeatedColumn))
  const rows = body.flatMap((cells, index): ReadRow[] => {
    const filledCells = cells.flatMap((cell, column) => (isBlank(cell) ? [] : [{ cell: toPlain(cell), column }]))
    if (filledCells.length === 0) return []
    const surplusCount = filledCells.filter(({ column }) => !columns[column]).length
    const values = new Map(
      filledCells.flatMap(({ cell, column }) => (columns[column] ? [[columns[column], cell]] : [])),
    )
    return [
      { row: index + 2, values, ...(surplusCount > 0 && { problem: TABLE_MESSAGES.tableSurplusCells(surplusCount) }) },
    ]
  })
  return { columns: columns.filter((column) => column !== ''), rows }
}

/** Returns a date of a spreadsheet as the day that it shows. */
const toPlain = (cell: unknown) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : cell)

function readJson(bytes: Buffer): ReadTable {
  const items = listIn(parseJson(bytes))
  const rows = items.map((item, index): ReadRow => {
    if (!isObject(item)) return { row: index + 1, values: new Map(), problem: TABLE_MESSAGES.jsonNotAnObject }
    return { row: index + 1, values: new Map(Object.entries(item).filter(([, value]) => !isBlank(value))) }
  })
  return { columns: [...new Set(items.filter(isObject).flatMap(Object.keys))], rows }
}

function parseJson(bytes: Buffer): unknown {
  try {
    return parseJsonBody(bytes, TABLE)
  } catch (error) {
    throw error instanceof AppError && error.code === 'malformed' ? invalid(TABLE_MESSAGES.jsonMalformed) : error
  }
}

const WRAPPERS = ['products', 'aiProducts', 'data']

/** Returns a list, or the list in a content document, an export of one, or a reply of our API. */
function listIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  const wrapped = isObject(value) ? Object.entries(value).find(([key]) => WRAPPERS.includes(key)) : undefined
  if (!wrapped) throw invalid(TABLE_MESSAGES.jsonNotAList)
  return listIn(wrapped[1])
}
