import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { TABLE_MESSAGES } from '#contracts/messages/table.ts'
import { AppError, invalid } from '../app-error.ts'
import { runBounded } from '../bounded-process.ts'
import type { WorkbookFault } from './xlsx-package.ts'

/** The shared texts of a large workbook are in memory at once. */
const BOUNDS = { milliseconds: 300_000, megabytes: 1_024 } as const
const READER = new URL('./xlsx-reader.ts', import.meta.url)

/** The result of the reader's process. */
export type XlsxReply = { fault: WorkbookFault | null }

/**
 * Writes the rows of a workbook's first sheet into a file of lines, which `readLines` reads: a reader takes a turn for
 * each megabyte and memory for all of its texts, so it works in a process of its own. Takes the most bytes that the
 * workbook's XML may unpack to. Throws `invalid` for what is no workbook, `tooLarge` for one beyond the bounds.
 */
export async function unpackSheet(path: string, rowsPath: string, most: number): Promise<void> {
  const reply = await runBounded<XlsxReply>(READER, [path, rowsPath, String(most)], BOUNDS)
  const fault = reply ? reply.fault : 'tooLarge'
  if (fault === 'broken') throw invalid(TABLE_MESSAGES.workbookBroken)
  if (fault === 'encrypted') throw invalid(TABLE_MESSAGES.tableOldExcel)
  if (fault === 'tooLarge') throw new AppError('payloadTooLarge', TABLE_MESSAGES.workbookTooLarge)
}

/** Yields the rows that `unpackSheet` has written. */
export async function* readLines(rowsPath: string): AsyncGenerator<{ row: number; cells: unknown[] }> {
  for await (const line of createInterface({
    input: createReadStream(rowsPath),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    const [row, cells]: [number, unknown[]] = JSON.parse(line)
    yield { row, cells }
  }
}
