import { Worker } from 'node:worker_threads'
import { TABLE_MESSAGES } from '#contracts/messages/table.ts'
import { AppError, invalid } from '../app-error.ts'
import { unpackedWorkbook } from './xlsx-package.ts'

const LONGEST_MS = 30_000
const MOST_MEGABYTES = 256

/**
 * The cells of a workbook's first sheet. A sheet may say that its one cell stands in the billionth row, and a reader
 * makes room for all before it: so it reads in a thread whose memory and time are bounded, and nobody else waits for it.
 * Throws `invalid` for what is no workbook, `tooLarge` for one beyond the bounds.
 */
export async function readXlsx(bytes: Buffer): Promise<unknown[][]> {
  const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url), {
    workerData: unpackedWorkbook(bytes),
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
    execArgv: [],
  })
  const timer = setTimeout(() => worker.terminate(), LONGEST_MS)
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', (error) => reject(asRefusal(error)))
      // After a message this says nothing new; without one, the time was up.
      worker.once('exit', () => reject(new AppError('tooLarge', TABLE_MESSAGES.workbookTooLarge)))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

const asRefusal = (error: Error): AppError =>
  'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new AppError('tooLarge', TABLE_MESSAGES.workbookTooLarge)
    : invalid(TABLE_MESSAGES.workbookBroken)
