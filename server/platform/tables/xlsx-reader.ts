/** Reads a workbook's first sheet in a process of its own; see `read-xlsx.ts`. */
import { createWriteStream, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { streamXlsxRows } from 'hucre/xlsx'
import { replyToParent } from '../bounded-process.ts'
import type { XlsxReply } from './read-xlsx.ts'
import { findWorkbookFault } from './xlsx-package.ts'

/** Excel has no more rows. */
const MOST_ROWS = 1_048_576

class TooManyRows extends Error {}

replyToParent(async ([path = '', rowsPath = '', most = '']: string[]): Promise<XlsxReply> => {
  const bytes = readFileSync(path)
  const fault = await findWorkbookFault(bytes, Number(most))
  if (fault) return { fault }
  try {
    await pipeline(Readable.from(writeLines(bytes)), createWriteStream(rowsPath, { mode: 0o600 }))
    return { fault: null }
  } catch (error) {
    return { fault: error instanceof TooManyRows ? 'tooLarge' : 'broken' }
  }
})

async function* writeLines(bytes: Buffer): AsyncGenerator<string> {
  for await (const { index, values } of streamXlsxRows(bytes)) {
    if (index >= MOST_ROWS) throw new TooManyRows()
    yield `${JSON.stringify([index + 1, values.map(toPlain)])}\n`
  }
}

/** Returns a date of a spreadsheet as the day that it shows. */
const toPlain = (cell: unknown) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : cell)
