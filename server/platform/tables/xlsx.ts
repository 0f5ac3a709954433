/** A workbook of one sheet, written row by row (ECMA-376 Part 1, SpreadsheetML): neither memory nor a turn holds it whole. */
import { TABLE_MESSAGES } from '#contracts/messages/table.ts'
import { invalid } from '../app-error.ts'
import { zipStream } from '../files/zip-stream.ts'
import type { Cell } from './table.ts'
import { CELL_STYLES, WORKBOOK_PARTS } from './xlsx-parts.ts'

/** Excel calls a workbook damaged where a cell, or the sheet, has more (specifications and limits of Excel). */
const LONGEST_CELL = 32_767
const MOST_ROWS = 1_048_576
const WIDTH = 20

type Column = { title: string; width?: number | undefined }
type CellPages = AsyncIterable<readonly (readonly Cell[])[]> | Iterable<readonly (readonly Cell[])[]>

/**
 * Gives a workbook's bytes as its rows come; its first row stays in sight. A text is a text there, whatever it begins
 * with: only a cell that says so is a formula. Throws `invalid` for a text that no cell can hold, and for more rows than
 * a sheet has.
 */
export const xlsxStream = (columns: readonly Column[], pages: CellPages): AsyncGenerator<Uint8Array> =>
  zipStream([...WORKBOOK_PARTS, { path: 'xl/worksheets/sheet1.xml', text: sheet(columns, pages) }])

async function* sheet(columns: readonly Column[], pages: CellPages): AsyncGenerator<string> {
  const titles = columns.map(({ title }) => title)
  yield sheetHead(columns) + rowOf(titles, 1, titles, CELL_STYLES.heading)
  let row = 1
  for await (const page of pages) {
    let text = ''
    for (const cells of page) {
      row += 1
      if (row > MOST_ROWS) throw invalid(TABLE_MESSAGES.tooManyRowsForExcel(MOST_ROWS - 1))
      text += rowOf(cells, row, titles)
    }
    yield text
  }
  yield '</sheetData></worksheet>'
}

const sheetHead = (columns: readonly Column[]) =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns
    .map(({ width = WIDTH }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
    .join('')}</cols><sheetData>`

function rowOf(
  cells: readonly Cell[],
  row: number,
  titles: readonly string[],
  style: number = CELL_STYLES.plain,
): string {
  const written = cells.map((cell, column) => {
    if (typeof cell === 'string' && cell.length > LONGEST_CELL)
      throw invalid(TABLE_MESSAGES.cellTooLongForExcel(titles[column] ?? '', row))
    return cellOf(cell, `r="${letters(column)}${row}" s="${style}"`)
  })
  return `<row r="${row}">${written.join('')}</row>`
}

function cellOf(cell: Cell, place: string): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return `<c ${place}><v>${cell}</v></c>`
  const text = typeof cell === 'boolean' ? (cell ? '是' : '否') : cell
  return `<c ${place} t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`
}

/** A column's name: A to Z, AA, AB … */
function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last
}

/** What XML 1.0 can't hold or advises against, a carriage return, which XML makes a line feed, and what reads like an escape. */
const UNWRITABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]|_(?=x[0-9a-f]{4}_)/gi
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const escapeOf = (character: string) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

/** A text as a workbook's XML spells it (ECMA-376 Part 1, §22.9.2.19). */
const xmlText = (text: string): string =>
  text.replaceAll(UNWRITABLE, escapeOf).replaceAll(/[&<>]/g, (character) => ENTITIES[character] ?? '')
