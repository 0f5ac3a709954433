import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { TABLE_MESSAGES } from '#contracts/messages/table.ts'
import { AppError, invalid } from '../app-error.ts'
import { runLimitedProcess } from '../limited-process.ts'
import type { WorkbookFault } from './xlsx-package.ts'

/** The shared strings of a large workbook are in memory at once. */
const PROCESS_LIMITS = { timeoutMs: 300_000, memoryMegabytes: 1_024 } as const
const READER = new URL('./xlsx-reader.ts', import.meta.url)

/** The result of the reader's process. */
export type XlsxReply = { fault: WorkbookFault | null }

/**
 * Writes the rows of a workbook's first sheet into a file of JSON lines for `readSheetRows`. The parser blocks the
 * event loop and needs memory for all strings, so it runs in a separate process. `maxBytes` limits the unpacked XML.
 * Throws `invalid` if the file isn't a workbook, `payloadTooLarge` if it exceeds the limits.
 */
export async function unpackSheet(path: string, rowsPath: string, maxBytes: number): Promise<void> {
  const reply = await runLimitedProcess<XlsxReply>(READER, [path, rowsPath, String(maxBytes)], PROCESS_LIMITS)
  const fault = reply ? reply.fault : 'tooLarge'
  if (fault === 'broken') throw invalid(TABLE_MESSAGES.workbookCorrupted)
  if (fault === 'encrypted') throw invalid(TABLE_MESSAGES.tableOldExcel)
  if (fault === 'tooLarge') throw new AppError('payloadTooLarge', TABLE_MESSAGES.workbookTooLarge)
}

/** Yields the rows written by `unpackSheet`. */
export async function* readSheetRows(rowsPath: string): AsyncGenerator<{ row: number; cells: unknown[] }> {
  for await (const line of createInterface({
    input: createReadStream(rowsPath),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    const [row, cells]: [number, unknown[]] = JSON.parse(line)
    yield { row, cells }
  }
}
