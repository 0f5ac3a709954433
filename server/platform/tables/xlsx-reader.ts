/** Reads a workbook's first sheet in a process of its own; see `read-xlsx.ts`. */
import { readSheet } from 'read-excel-file/node'
import type { XlsxReply } from './read-xlsx.ts'

process.once('message', async (bytes: Buffer) => {
  process.send?.(await createReply(bytes), () => process.disconnect())
})

const createReply = async (bytes: Buffer): Promise<XlsxReply> => {
  try {
    return { rows: await readSheet(Buffer.from(bytes), { trim: false }) }
  } catch {
    return { isBroken: true }
  }
}
