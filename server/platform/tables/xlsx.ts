/** Writes workbooks: one sheet streamed row by row, or several small ones in memory. */
import type { CellStyle, Cell as WriteCell, WriteSheet } from 'hucre/xlsx'
import { TABLE_MESSAGES } from '#contracts/messages/table.ts'
import { countColumnDecimals } from '#contracts/rules/evaluation/format-figures.ts'
import { cutText } from '#server/platform/cut-text.ts'
import { invalid } from '../app-error.ts'
import { eachInTurns } from '../event-loop.ts'
import type { Cell } from './table.ts'

/** Beyond these, Excel reports a damaged workbook (specifications and limits of Excel). */
export const MAX_CELL_LENGTH = 32_767
const MAX_ROWS = 1_048_576
const DEFAULT_WIDTH = 20

type Column = { title: string; width?: number | undefined }
type CellPages = AsyncIterable<readonly (readonly Cell[])[]> | Iterable<readonly (readonly Cell[])[]>

const HEADER_STYLE: CellStyle = {
  font: { bold: true },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'F2F2F2' } },
  alignment: { vertical: 'center', wrapText: true },
}
const BODY: CellStyle = { alignment: { vertical: 'top', wrapText: true } }

/**
 * Streams a workbook. Its first row is bold, frozen and printed on each page. Texts are stored as text, never as
 * formulas, whatever they start with; one that is too long for a cell is cut, with a note. Throws `invalid` for too many
 * rows.
 */
export async function* streamXlsx(columns: readonly Column[], pages: CellPages): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await import('hucre/xlsx')
  const { applySheetLayout } = await import('./sheet-layout.ts')
  // The library styles columns, not rows: each row gets the column styles at the time it is pulled.
  const styled = columns.map(({ width = DEFAULT_WIDTH }) => ({ width, style: HEADER_STYLE }))
  /** The heights of rows that were pulled but not yet laid out. */
  const heights: number[] = []
  async function* styleRows(): AsyncGenerator<Cell[]> {
    const titles = columns.map(({ title }) => title)
    heights.push(estimateHeight(columns, titles, MAX_STREAMED_POINTS))
    yield titles.map(escapeText)
    for (const column of styled) column.style = BODY
    for await (const cells of checkRows(pages)) {
      heights.push(estimateHeight(columns, cells, MAX_STREAMED_POINTS))
      yield cells
    }
  }
  const options = { name: 'Sheet1', columns: styled, freezePane: { rows: 1 }, compress: false }
  yield* applySheetLayout(writeXlsxStream(styleRows(), options), {
    pagesAcross: countPagesAcross(styled.map(({ width }) => width)),
    nextHeight: () => heights.shift() ?? LINE_HEIGHT_POINTS,
  })
}

/** How a column's numbers are displayed: as points, fractions as percentages, amounts in yuan. The values stay exact. */
type NumberFormat = 'points' | 'percent' | 'yuan'
/**
 * A column of a small sheet. `countDecimals` returns how many decimals a number may have, one by default; all numbers of
 * the column are displayed with as many as the one that needs most.
 */
type SheetColumn = Column & {
  format?: NumberFormat
  countDecimals?: (value: number, row: readonly Cell[]) => number
}
const createNumberFormat = (format: NumberFormat, decimals: number): string =>
  format === 'yuan'
    ? '#,##0.00'
    : `0${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}${format === 'percent' ? '%' : ''}`

/**
 * A derived figure: a formula without `=`, and its value, which is shown until a program calculates it. Formulas consist
 * of our own text and names of cells; no text of a user may become part of one.
 */
type FormulaCell = { formula: string; value: number | string }
export type SheetCell = Cell | FormulaCell

const isFormula = (cell: SheetCell | undefined): cell is FormulaCell => typeof cell === 'object' && cell !== null

/** Returns the value of a cell, whether entered or derived. */
export const getCellValue = (cell: SheetCell): Cell => (isFormula(cell) ? cell.value : cell)

const LETTERS = 26
/** Returns the name of a cell in formulas, such as `C4` for column 2 and row 3, which both begin at 0. */
export function getCellName(column: number, row: number): string {
  let letters = ''
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / LETTERS))
    letters = String.fromCharCode(65 + ((rest - 1) % LETTERS)) + letters
  return `${letters}${row + 1}`
}

/** Returns a cell's name that stays the same where a formula is copied: `$C$4`. */
export const getFixedCellName = (column: number, row: number): string =>
  getCellName(column, row).replace(/^([A-Z]+)(\d+)$/, '$$$1$$$2')

/** A small sheet in memory. */
export type Sheet = {
  name: string
  columns: readonly SheetColumn[]
  rows: readonly (readonly SheetCell[])[]
  /** Lines above the headings: a title, and what the table is about. */
  caption?: readonly string[]
  /** Lines below the last row, such as for signatures. */
  notes?: readonly string[]
  /** How many columns stay in view, and are printed on each page across. */
  frozenColumns?: number
}

/** Returns the position of a sheet's first row, from 0, for the names of its cells. */
export const getFirstRow = ({ caption = [] }: Pick<Sheet, 'caption'>): number => caption.length + 1

/** The characters that fit across a landscape A4 page at a readable size. */
const CHARACTERS_PER_PAGE = 240

/** Returns how many pages across a sheet is printed on; `widths` are those of its columns in characters. */
const countPagesAcross = (widths: readonly number[]): number =>
  Math.ceil(widths.reduce((sum, width) => sum + width, 0) / CHARACTERS_PER_PAGE)

/** Prints a sheet on as many pages across as its columns need, with its headings on each page. */
const createPageSetup = ({ columns, caption = [], frozenColumns = 0 }: Sheet): NonNullable<WriteSheet['pageSetup']> => {
  const head = caption.length + 1
  return {
    paperSize: 'a4',
    orientation: 'landscape',
    fitToPage: true,
    fitToWidth: countPagesAcross(columns.map(({ width = DEFAULT_WIDTH }) => width)),
    fitToHeight: 0,
    showGridLines: true,
    printTitlesRow: `$${head}:$${head}`,
    ...(frozenColumns > 0 && { printTitlesColumn: `$A:$${getCellName(frozenColumns - 1, 0).slice(0, -1)}` }),
  }
}

/** Excel's limit of a page's header, which is code: `&` is doubled. */
const MAX_HEADER_LENGTH = 200
const createPageTexts = (header: string): NonNullable<WriteSheet['headerFooter']> => ({
  ...(header !== '' && { oddHeader: `&C${toPlainLine(header).slice(0, MAX_HEADER_LENGTH).replaceAll('&', '&&')}` }),
  oddFooter: '&C第&P页，共&N页',
})
const toPlainLine = (text: string): string => text.toWellFormed().replaceAll(/[\p{Cc}\ufffe\uffff]+/gu, ' ')

/** Returns the decimals with which the numbers of a sheet's column are displayed, as percentages if it has those. */
export function countSheetDecimals({ columns, rows }: Pick<Sheet, 'columns' | 'rows'>, index: number): number {
  const { format, countDecimals } = columns[index] ?? {}
  const numbers = rows.map((row) => {
    const value = getCellValue(row[index] ?? null)
    return typeof value === 'number' ? value : null
  })
  return countColumnDecimals(
    format === 'percent' ? numbers.map((number) => number && number * 100) : numbers,
    (_, row) => countDecimals?.(numbers[row] ?? 0, (rows[row] ?? []).map(getCellValue)) ?? 1,
  )
}

const createBodyStyle = (format: NumberFormat | undefined, decimals: number) => ({
  ...BODY,
  ...(format && { numFmt: createNumberFormat(format, decimals) }),
})

/**
 * Returns a workbook of several sheets for reading and printing, each with frozen headings. `header` is printed at the
 * top of each page. Texts are stored as text, as in `streamXlsx`.
 */
export async function writeWorkbook(sheets: readonly Sheet[], { header = '' } = {}): Promise<Buffer> {
  const { writeXlsx } = await import('hucre/xlsx')
  return Buffer.from(
    await writeXlsx({ sheets: sheets.map((sheet) => toWriteSheet(sheet, header)), defaultFont: WORKBOOK_FONT }),
  )
}

/** The height of rows leaves room for the taller fonts that replace it where it is missing. */
const WORKBOOK_FONT = { name: '宋体', size: 10 }
const CAPTION_STYLE: CellStyle = { font: { bold: true, size: 14 }, alignment: { vertical: 'center', wrapText: true } }
const NOTE_STYLE: CellStyle = { alignment: { vertical: 'center', wrapText: true } }

function toWriteSheet(sheet: Sheet, header: string): WriteSheet {
  const { name, columns, rows, caption = [], notes = [], frozenColumns = 0 } = sheet
  const styles = columns.map(({ format }, index) => createBodyStyle(format, countSheetDecimals(sheet, index)))
  const head = caption.length
  const lines = [...caption.entries(), ...notes.map((note, index) => [head + 1 + rows.length + index, note] as const)]
  const cells: NonNullable<WriteSheet['cells']> = new Map<string, Partial<WriteCell>>([
    ...lines.map(([row]) => [`${row},0`, { style: row === 0 ? CAPTION_STYLE : NOTE_STYLE }] as const),
    ...columns.map((_, column) => [`${head},${column}`, { style: HEADER_STYLE }] as const),
    ...listFormulas(rows).map(
      ([row, column, { formula, value }]) =>
        [
          `${head + 1 + row},${column}`,
          { formula, formulaResult: toWritableCell(value), ...(styles[column] && { style: styles[column] }) },
        ] as const,
    ),
  ])
  const width = columns.reduce((sum, column) => sum + (column.width ?? DEFAULT_WIDTH), 0)
  const tableRows = [columns.map(({ title }) => title), ...rows.map((row) => row.map(getCellValue))]
  const captionRows = caption.map((text): Cell[] => [text])
  const noteRows = notes.map((text): Cell[] => [text])
  const heights = [
    ...captionRows.map(
      (row, index) => estimateHeight([{ title: '', width }], row, MAX_POINTS) * (index === 0 ? 1.6 : 1),
    ),
    ...tableRows.map((row, index) => estimateHeight(columns, row, MAX_POINTS) * (index === 0 ? 1.2 : 1)),
    ...noteRows.map((row) => estimateHeight([{ title: '', width }], row, MAX_POINTS)),
  ]
  return {
    name,
    rowDefs: new Map(heights.map((height, row) => [row, { height }])),
    columns: columns.map(({ width: columnWidth = DEFAULT_WIDTH }, column) => ({
      width: columnWidth,
      ...(styles[column] && { style: styles[column] }),
    })),
    cells,
    merges: lines.map(([row]) => ({
      startRow: row,
      startCol: 0,
      endRow: row,
      endCol: Math.max(1, columns.length) - 1,
    })),
    pageSetup: createPageSetup(sheet),
    headerFooter: createPageTexts(header),
    rows: [...captionRows, ...tableRows, ...noteRows].map((row) => row.map((cell) => toWritableCell(truncate(cell)))),
    freezePane: { rows: head + 1, ...(frozenColumns > 0 && { columns: frozenColumns }) },
  }
}

const listFormulas = (rows: Sheet['rows']) =>
  rows.flatMap((cells, row) => cells.flatMap((cell, column) => (isFormula(cell) ? [[row, column, cell] as const] : [])))

const LINE_HEIGHT_POINTS = 15
/** Excel's maximum row height. */
const MAX_POINTS = 409
/** The maximum in lists, which show only the beginning of long texts. */
const MAX_STREAMED_POINTS = 8 * LINE_HEIGHT_POINTS
/** The horizontal padding of a cell, in characters. */
const PADDING = 1
/** Full-width characters are as wide as two letters. */
const WIDE_CHARACTERS = /[\p{Script=Han}\u3000-\u30ff\uff00-\uff60]/gu

/** Estimates the height in points that a row's texts need, since not every program adjusts it automatically. */
function estimateHeight(columns: readonly Column[], cells: readonly Cell[], maxPoints: number): number {
  const maxLines = Math.ceil(maxPoints / LINE_HEIGHT_POINTS)
  const lineCounts = cells.map((cell, index) => {
    const lineLength = (columns[index]?.width ?? DEFAULT_WIDTH) - PADDING
    // Numbers don't wrap, and are displayed with few of their decimals.
    if (typeof cell === 'number') return 1
    return countLines(String(cell ?? '').slice(0, lineLength * maxLines), lineLength)
  })
  return Math.min(Math.max(...lineCounts, 1) * LINE_HEIGHT_POINTS, maxPoints)
}

/** Counts the lines of a text that wraps at a length, in characters of normal width. */
function countLines(text: string, lineLength: number): number {
  let count = 0
  for (const line of text.split('\n')) {
    const width = line.length + (line.match(WIDE_CHARACTERS)?.length ?? 0)
    count += Math.max(Math.ceil(width / lineLength), 1)
  }
  return count
}

const truncate = (cell: Cell): Cell => (typeof cell === 'string' ? cutText(cell, MAX_CELL_LENGTH) : cell)

/** Characters that XML forbids and the library doesn't escape, and underscores that look like an escape. */
const UNESCAPED = /[\ufffe\uffff]|_(?=x[0-9a-f]{4}_)/gi

const escapeText = (text: string) =>
  text.replaceAll(UNESCAPED, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)

async function* checkRows(pages: CellPages): AsyncGenerator<Cell[]> {
  let row = 1
  for await (const page of pages)
    for await (const cells of eachInTurns(page)) {
      row += 1
      if (row > MAX_ROWS) throw invalid(TABLE_MESSAGES.tooManyRowsForExcel(MAX_ROWS - 1))
      yield cells.map((cell) => toWritableCell(truncate(cell)))
    }
}

function toWritableCell(cell: Cell): Cell {
  if (typeof cell === 'boolean') return cell ? '是' : '否'
  return typeof cell === 'string' ? escapeText(cell) || null : cell
}
