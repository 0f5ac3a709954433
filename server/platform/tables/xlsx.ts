import writeExcelFile from 'write-excel-file/node'
import { TABLE_MESSAGES } from '#contracts/messages/table.ts'
import { invalid } from '../app-error.ts'
import type { Cell } from './table.ts'

/** Excel calls a workbook damaged where a cell has more (specifications and limits of Excel). */
const LONGEST = 32_767
const WIDTH = 20

/**
 * A workbook of one sheet; its first row stays in sight. A text is a text there, whatever it begins with: only a cell
 * that says so is a formula. Throws `invalid` for a text that no cell can hold.
 */
export async function xlsxOf(
  columns: readonly { title: string; width?: number | undefined }[],
  rows: readonly (readonly Cell[])[],
): Promise<Buffer> {
  const head = columns.map(({ title }) => ({ value: escaped(title), type: String, fontWeight: 'bold' as const }))
  const body = rows.map((cells, at) =>
    cells.map((cell, column) => xlsxCell(cell, () => [columns[column]?.title ?? '', at + 2])),
  )
  const workbook = writeExcelFile([head, ...body], {
    stickyRowsCount: 1,
    columns: columns.map(({ width = WIDTH }) => ({ width })),
  })
  return workbook.toBuffer()
}

function xlsxCell(cell: Cell, place: () => [column: string, row: number]) {
  if (cell === null || cell === '') return null
  if (typeof cell === 'number') return { value: cell, type: Number }
  if (typeof cell === 'boolean') return { value: cell ? '是' : '否', type: String }
  if (cell.length > LONGEST) {
    const message = TABLE_MESSAGES.cellTooLongForExcel(...place())
    throw invalid(message)
  }
  return { value: escaped(cell), type: String }
}

/** What XML 1.0 can't hold or the writer drops, a carriage return, which XML makes a line feed, and what reads like an escape. */
const UNWRITABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffd-\uffff]|_(?=x[0-9a-f]{4}_)/gi
const OBJECTS_OWN = new Set(Object.getOwnPropertyNames(Object.prototype))

const escapeOf = (character: string) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

/** A text as a workbook spells it (ECMA-376 Part 1, §22.9.2.19). */
function escaped(text: string): string {
  // The writer looks its texts up in a plain object, where `constructor` is there before anybody wrote it.
  if (OBJECTS_OWN.has(text)) return escapeOf(text) + text.slice(1)
  return text.replaceAll(UNWRITABLE, escapeOf)
}
