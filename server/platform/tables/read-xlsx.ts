import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { TABLE_MESSAGES } from '#contracts/messages/table.ts'
import { AppError, invalid } from '../app-error.ts'
import { unpackWorkbook } from './xlsx-package.ts'

const LONGEST_MS = 30_000
const MOST_MEGABYTES = 256
const READER = new URL('./xlsx-reader.ts', import.meta.url)

/** The result of the reader's process. */
export type XlsxReply = { rows: unknown[][] } | { isBroken: true }

/**
 * Returns the cells of a workbook's first sheet. A sheet may say that its one cell stands in the billionth row, and a
 * reader makes room for all before it: so it reads in a process whose memory and time are bounded, and nobody else
 * waits for it. A thread would not do: one that runs out of memory in the wrong place ends the whole process. Throws
 * `invalid` for what is no workbook, `tooLarge` for one beyond the bounds.
 */
export async function readXlsx(bytes: Buffer): Promise<unknown[][]> {
  const unpacked = unpackWorkbook(bytes)
  const reader = fork(READER, {
    execArgv: [`--max-old-space-size=${MOST_MEGABYTES}`],
    // It needs nothing of the server's secrets.
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  })
  try {
    const reply = await waitForReply(reader, unpacked)
    if (!reply) throw new AppError('tooLarge', TABLE_MESSAGES.workbookTooLarge)
    if ('isBroken' in reply) throw invalid(TABLE_MESSAGES.workbookBroken)
    return reply.rows
  } finally {
    reader.kill('SIGKILL')
  }
}

/** Nothing if the reader was ended before it could answer. */
async function waitForReply(reader: ChildProcess, bytes: Buffer): Promise<XlsxReply | undefined> {
  const exit = once(reader, 'exit').then(() => undefined)
  const reply = once(reader, 'message').then(([reply]): XlsxReply => reply)
  // A reader that ended early closes the channel under the writing: its exit is what is told.
  reader.send(bytes, () => {})
  return await Promise.race([reply, exit])
}
