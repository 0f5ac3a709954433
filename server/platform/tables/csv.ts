import { escapeFormula } from './escape-formula.ts'
import type { Cell } from './table.ts'

/** Without it, Excel reads UTF-8 in the system's encoding. */
const BYTE_ORDER_MARK = '\ufeff'

/** Streams CSV (RFC 4180) in UTF-8 with a byte order mark; no cell can act as a formula. */
export async function* streamCsv(
  titles: readonly string[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<Uint8Array> {
  const { default: Papa } = await import('papaparse')
  const formatLines = (rows: readonly (readonly Cell[])[]) =>
    `${Papa.unparse(
      rows.map((cells) => cells.map(escapeCsv)),
      { newline: '\r\n' },
    )}\r\n`
  yield Buffer.from(BYTE_ORDER_MARK + formatLines([titles]))
  for await (const page of pages) if (page.length > 0) yield Buffer.from(formatLines(page))
}

function escapeCsv(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? '是' : '否'
  return typeof cell === 'number' ? String(cell) : escapeFormula(cell)
}
