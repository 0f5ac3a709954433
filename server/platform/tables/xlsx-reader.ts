/** Reads a workbook's first sheet in a process of its own; see `read-xlsx.ts`. */
import { readSheet } from 'read-excel-file/node'
import { answerParent } from '../bounded-process.ts'
import type { XlsxReply } from './read-xlsx.ts'

answerParent(async (bytes: Uint8Array): Promise<XlsxReply> => {
  try {
    return { rows: await readSheet(Buffer.from(bytes), { trim: false }) }
  } catch {
    return { isBroken: true }
  }
})
