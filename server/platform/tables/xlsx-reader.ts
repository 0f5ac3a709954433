/** Reads a workbook's first sheet in a separate process; see `read-xlsx.ts`. */
import { createWriteStream, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { streamXlsxRows } from 'hucre/xlsx'
import { replyToParent } from '../limited-process.ts'
import type { XlsxReply } from './read-xlsx.ts'
import { findWorkbookFault } from './xlsx-package.ts'

/** Excel's maximum. */
const MAX_ROWS = 1_048_576

class TooManyRowsError extends Error {}

replyToParent(async ([path = '', rowsPath = '', maxBytes = '']: string[]): Promise<XlsxReply> => {
  const bytes = readFileSync(path)
  const fault = await findWorkbookFault(bytes, Number(maxBytes))
  if (fault) return { fault }
  try {
    await pipeline(Readable.from(writeLines(bytes)), createWriteStream(rowsPath, { mode: 0o600 }))
    return { fault: null }
  } catch (error) {
    return { fault: error instanceof TooManyRowsError ? 'tooLarge' : 'broken' }
  }
})

async function* writeLines(bytes: Buffer): AsyncGenerator<string> {
  for await (const { index, values } of streamXlsxRows(bytes)) {
    if (index >= MAX_ROWS) throw new TooManyRowsError()
    yield `${JSON.stringify([index + 1, values.map(toJsonCell)])}\n`
  }
}

/** Converts a spreadsheet's date to the displayed day. */
const toJsonCell = (cell: unknown) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : cell)
