import Papa from 'papaparse'
import { guardedText } from './formula-guard.ts'
import type { Cell } from './table.ts'

/** Without it Excel reads UTF-8 as the system's own encoding. */
const BYTE_ORDER_MARK = '\ufeff'

/** CSV as RFC 4180 has it, in UTF-8 with a byte order mark; no cell can act as a formula. */
export function csvOf(titles: readonly string[], rows: readonly (readonly Cell[])[]): Buffer {
  const texts = [titles, ...rows].map((cells) => cells.map(csvText))
  return Buffer.from(`${BYTE_ORDER_MARK + Papa.unparse(texts, { newline: '\r\n' })}\r\n`)
}

function csvText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? '是' : '否'
  return typeof cell === 'number' ? String(cell) : guardedText(cell)
}
