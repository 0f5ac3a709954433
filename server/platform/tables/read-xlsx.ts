import { TABLE_MESSAGES } from '#contracts/messages/table.ts'
import { AppError, invalid } from '../app-error.ts'
import { runBounded } from '../bounded-process.ts'
import { unpackWorkbook } from './xlsx-package.ts'

const BOUNDS = { milliseconds: 30_000, megabytes: 256 } as const
const READER = new URL('./xlsx-reader.ts', import.meta.url)

/** The result of the reader's process. */
export type XlsxReply = { rows: unknown[][] } | { isBroken: true }

/**
 * Returns the cells of a workbook's first sheet. A sheet may say that its one cell stands in the billionth row, and a
 * reader makes room for all before it: so it reads in a process of its own. Throws `invalid` for what is no workbook,
 * `tooLarge` for one beyond the bounds.
 */
export async function readXlsx(bytes: Buffer): Promise<unknown[][]> {
  const reply = await runBounded<XlsxReply>(READER, unpackWorkbook(bytes), BOUNDS)
  if (!reply) throw new AppError('tooLarge', TABLE_MESSAGES.workbookTooLarge)
  if ('isBroken' in reply) throw invalid(TABLE_MESSAGES.workbookBroken)
  return reply.rows
}
