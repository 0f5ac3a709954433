import { TABLE_MESSAGES } from '#contracts/messages/table.ts'
import { createTextReader, toCellText } from './cell-text.ts'
import { displayNumber, displayText, toSerial } from './display-number.ts'
import { WorkbookError } from './package.ts'
import { parseXml } from './parse-xml.ts'
import type { Workbook } from './workbook-parts.ts'

/** A cell as displayed, or why it can't be read. Only numbers without a number format are numbers. */
type SheetCell = { value: string | number | null; problem?: string }
export type SheetRow = { row: number; cells: SheetCell[] }
/** The rows of a merged cell's first column, 1-based; `column` is 0-based. */
export type MergedCell = { column: number; firstRow: number; lastRow: number }
type SheetItem = { row: SheetRow } | { merged: MergedCell }

/** Excel's maximums. */
const MAX_ROWS = 1_048_576
const MAX_COLUMNS = 16_384

/** Yields the rows of a sheet, then its merged cells of more than one row. Throws if it isn't a valid sheet. */
export function readSheet(chunks: AsyncIterable<string>, workbook: Workbook): AsyncGenerator<SheetItem> {
  return parseXml(chunks, (emit) => createSheetHandlers(workbook, emit))
}

type RawCell = { type: string; style: number; hasFormula: boolean; hasValue: boolean; value: string }

function createSheetHandlers(workbook: Workbook, emit: (item: SheetItem) => void) {
  const inline = createTextReader()
  let isInRows = false
  let isInValue = false
  let row = 0
  let column = 0
  let cells: SheetCell[] = []
  let raw: RawCell | undefined

  function startCell({ r, t = 'n', s = '0' }: Readonly<Record<string, string>>): void {
    const position = r === undefined ? undefined : parseReference(r)
    column = position?.column ?? column
    raw = { type: t, style: Number(s), hasFormula: false, hasValue: false, value: '' }
    inline.start()
  }

  function endCell(): void {
    if (!raw) return
    const cell = readCell(raw, inline.getText, workbook)
    // Cells that only have a border or a colour don't make a row longer.
    if (cell.value !== null || cell.problem !== undefined) {
      while (cells.length < column) cells.push({ value: null })
      cells[column] = cell
    }
    column += 1
    raw = undefined
  }

  function startRow({ r }: Readonly<Record<string, string>>): void {
    row = r === undefined ? row + 1 : Number(r)
    if (!Number.isInteger(row) || row < 1) throw new WorkbookError('broken')
    if (row > MAX_ROWS) throw new WorkbookError('tooLarge')
    column = 0
    cells = []
  }

  return {
    open(name: string, attributes: Readonly<Record<string, string>>) {
      if (name === 'sheetData') isInRows = true
      else if (name === 'mergeCell') emitMerged(attributes.ref ?? '', emit)
      else if (!isInRows) return
      else if (name === 'row') startRow(attributes)
      else if (name === 'c') startCell(attributes)
      else if (name === 'f' && raw) raw.hasFormula = true
      else if (name === 'v' && raw) {
        isInValue = true
        raw.hasValue = true
      } else inline.open(name)
    },
    text(text: string) {
      if (isInValue && raw) raw.value += text
      else inline.add(text)
    },
    close(name: string) {
      if (name === 'sheetData') isInRows = false
      else if (name === 'v') isInValue = false
      else if (name === 'c') endCell()
      else if (name === 'row' && isInRows) emit({ row: { row, cells } })
      else inline.close(name)
    },
  }
}

/** Returns the 0-based column and the 1-based row of `B7`. Throws `WorkbookError` for any other text. */
function parseReference(reference: string): { column: number; row: number } {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(reference) ?? []
  if (letters === undefined || digits === undefined) throw new WorkbookError('broken')
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  if (column >= MAX_COLUMNS) throw new WorkbookError('broken')
  return { column, row: Number(digits) }
}

function emitMerged(range: string, emit: (item: SheetItem) => void): void {
  const [from, to] = range.split(':').map(parseReference)
  if (from && to && to.row > from.row) emit({ merged: { column: from.column, firstRow: from.row, lastRow: to.row } })
}

const TOO_LONG: SheetCell = { value: null, problem: TABLE_MESSAGES.cellTooLong }
const UNREADABLE: SheetCell = { value: null, problem: TABLE_MESSAGES.cellUnreadable }

/** Returns what a spreadsheet displays for a cell. */
function readCell(raw: RawCell, getInlineText: () => string | null, workbook: Workbook): SheetCell {
  if (isUncalculated(raw)) return { value: null, problem: TABLE_MESSAGES.cellFormulaWithoutResult }
  const pattern = workbook.formats[raw.style] ?? 'General'
  if (raw.type === 'inlineStr') return toTextCell(getInlineText(), pattern)
  if (!raw.hasValue || (raw.value === '' && raw.type !== 'str')) return { value: null }
  return readValue(raw, pattern, workbook)
}

/** Returns whether a cell is a formula without a result, which another program than a spreadsheet has written. */
const isUncalculated = ({ type, hasFormula, hasValue, value }: RawCell): boolean =>
  hasFormula && (type === 'str' ? !hasValue : value === '')

function readValue(
  { type, value }: RawCell,
  pattern: string,
  { texts, usesDates1904 }: Pick<Workbook, 'texts' | 'usesDates1904'>,
): SheetCell {
  switch (type) {
    case 'str':
      return toTextCell(toCellText(value), pattern)
    case 's':
      return toTextCell(texts[Number(value)], pattern)
    case 'b':
      return { value: value === '1' || value === 'true' ? 'TRUE' : 'FALSE' }
    case 'e':
      return { value: null, problem: TABLE_MESSAGES.cellError(value) }
    case 'd':
      return toNumberCell(toSerial(value, usesDates1904), pattern, usesDates1904)
    default:
      return toNumberCell(Number(value), pattern, usesDates1904)
  }
}

function toNumberCell(number: number, pattern: string, usesDates1904: boolean): SheetCell {
  const display = Number.isFinite(number) ? displayNumber(number, pattern, usesDates1904) : undefined
  return display === undefined ? UNREADABLE : { value: display === '' ? null : display }
}

/** `null` is a text that is too long for a cell. */
function toTextCell(text: string | null | undefined, pattern: string): SheetCell {
  if (text === undefined) return UNREADABLE
  return text === null ? TOO_LONG : { value: displayText(text, pattern) || null }
}
