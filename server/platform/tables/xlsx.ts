/** Workbooks: one sheet, written row by row so that neither memory nor a turn holds it whole, or several small ones. */
import type { CellStyle, WriteSheet } from 'hucre/xlsx'
import { TABLE_MESSAGES } from '#contracts/messages/table.ts'
import { invalid } from '../app-error.ts'
import { yieldToEventLoop } from '../event-loop.ts'
import { applySheetLayout } from './sheet-layout.ts'
import type { Cell } from './table.ts'

/** Excel calls a workbook damaged if a cell, or the sheet, has more (specifications and limits of Excel). */
export const LONGEST_CELL = 32_767
const MOST_ROWS = 1_048_576
const WIDTH = 20

type Column = { title: string; width?: number | undefined }
type CellPages = AsyncIterable<readonly (readonly Cell[])[]> | Iterable<readonly (readonly Cell[])[]>

const HEAD: CellStyle = {
  font: { bold: true },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'F2F2F2' } },
  alignment: { vertical: 'center', wrapText: true },
}
const BODY: CellStyle = { alignment: { vertical: 'top', wrapText: true } }

/**
 * Returns a workbook's bytes as its rows come; its first row is bold, stays in sight and is printed on each page. A text is a text there, whatever it begins
 * with: only a cell that says so is a formula. Throws `invalid` for a text that no cell can hold, and for more rows than
 * a sheet has.
 */
export async function* xlsxStream(columns: readonly Column[], pages: CellPages): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await import('hucre/xlsx')
  // The library styles columns, not rows: each row is written by the style that stands there when it is pulled.
  const styled = columns.map(({ width = WIDTH }) => ({ width, style: HEAD }))
  /** Of the rows that were pulled, and not yet laid out. */
  const heights: number[] = []
  async function* styleRows(): AsyncGenerator<Cell[]> {
    const titles = columns.map(({ title }) => title)
    heights.push(estimateHeight(columns, titles, MOST_STREAMED_POINTS))
    yield titles.map(plainText)
    for (const column of styled) column.style = BODY
    for await (const cells of getRows(columns, pages)) {
      heights.push(estimateHeight(columns, cells, MOST_STREAMED_POINTS))
      yield cells
    }
  }
  const options = { name: 'Sheet1', columns: styled, freezePane: { rows: 1 }, compress: false }
  yield* applySheetLayout(writeXlsxStream(styleRows(), options), {
    widths: styled.map(({ width }) => width),
    nextHeight: () => heights.shift() ?? LINE_POINTS,
  })
}

/** How a column's numbers are shown: points with one decimal, parts of the whole as percent. The values stay exact. */
export type NumberFormat = 'points' | 'percent'
const NUMBER_FORMATS: Record<NumberFormat, string> = { points: '0.0', percent: '0.0%' }

/** A small sheet, whole. */
export type Sheet = {
  name: string
  columns: readonly (Column & { format?: NumberFormat })[]
  rows: readonly (readonly Cell[])[]
}

/** On paper a sheet is as wide as the page, with its headings on each. */
const PAGE: NonNullable<WriteSheet['pageSetup']> = {
  paperSize: 'a4',
  orientation: 'landscape',
  fitToPage: true,
  fitToWidth: 1,
  fitToHeight: 0,
  printTitlesRow: '$1:$1',
}

/**
 * Returns a workbook of several sheets to be read and printed, each with its headings in sight. Texts are texts, as in
 * `xlsxStream`, and too long ones are cut: a report is read, not read back.
 */
export async function writeWorkbook(sheets: readonly Sheet[]): Promise<Buffer> {
  const { writeXlsx } = await import('hucre/xlsx')
  const bytes = await writeXlsx({
    sheets: sheets.map(({ name, columns, rows }) => ({
      name,
      rowDefs: new Map(
        [columns.map(({ title }) => title), ...rows].map((cells, row) => [
          row,
          { height: estimateHeight(columns, cells, MOST_POINTS) },
        ]),
      ),
      columns: columns.map(({ width = WIDTH, format }) => ({
        width,
        style: { ...BODY, ...(format && { numFmt: NUMBER_FORMATS[format] }) },
      })),
      cells: new Map(columns.map((_, column) => [`0,${column}`, { style: HEAD }])),
      pageSetup: PAGE,
      rows: [columns.map(({ title }) => title), ...rows].map((cells) => cells.map((cell) => writtenCell(cut(cell)))),
      freezePane: { rows: 1 },
    })),
  })
  return Buffer.from(bytes)
}

const LINE_POINTS = 15
/** Excel allows no higher row. */
const MOST_POINTS = 409
/** Of a list: who looks through it sees where a long text begins. */
const MOST_STREAMED_POINTS = 8 * LINE_POINTS
/** What a cell has no room for at its sides. */
const MARGIN = 1
/** These are as wide as two letters. */
const WIDE = /[\p{Script=Han}\u3000-\u30ff\uff00-\uff60]/gu

/** Returns the height in which a row shows its texts, as far as `most` goes: not every program finds it by itself. */
function estimateHeight(columns: readonly Column[], cells: readonly Cell[], most: number): number {
  const mostLines = Math.ceil(most / LINE_POINTS)
  const counts = cells.map((cell, index) => {
    const room = (columns[index]?.width ?? WIDTH) - MARGIN
    return countLines(String(cell ?? '').slice(0, room * mostLines), room)
  })
  return Math.min(Math.max(...counts, 1) * LINE_POINTS, most)
}

const countLines = (text: string, room: number): number =>
  text
    .split('\n')
    .map((line) => Math.max(Math.ceil((line.length + (line.match(WIDE)?.length ?? 0)) / room), 1))
    .reduce((sum, count) => sum + count, 0)

const cut = (cell: Cell): Cell => (typeof cell === 'string' ? cell.slice(0, LONGEST_CELL) : cell)

/** Characters that XML forbids and the library doesn't escape, and underscores that look like an escape. */
const UNESCAPED = /[\ufffe\uffff]|_(?=x[0-9a-f]{4}_)/gi

const plainText = (text: string) =>
  text.replaceAll(UNESCAPED, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)

async function* getRows(columns: readonly Column[], pages: CellPages): AsyncGenerator<Cell[]> {
  let row = 1
  for await (const page of pages)
    for (const cells of page) {
      await yieldToEventLoop()
      row += 1
      if (row > MOST_ROWS) throw invalid(TABLE_MESSAGES.tooManyRowsForExcel(MOST_ROWS - 1))
      yield cells.map((cell, index) => {
        assertFitsCell(cell, columns[index]?.title ?? '', row)
        return writtenCell(cell)
      })
    }
}

/** Throws `invalid` for a text that no cell can hold. */
export function assertFitsCell(cell: Cell, column: string, row: number): void {
  if (typeof cell === 'string' && cell.length > LONGEST_CELL)
    throw invalid(TABLE_MESSAGES.cellTooLongForExcel(column, row))
}

function writtenCell(cell: Cell): Cell {
  if (typeof cell === 'boolean') return cell ? '是' : '否'
  return typeof cell === 'string' ? plainText(cell) || null : cell
}
