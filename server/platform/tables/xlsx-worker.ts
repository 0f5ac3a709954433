/** Reads a workbook's first sheet in a thread of its own; see `read-xlsx.ts`. */
import { parentPort, workerData } from 'node:worker_threads'
import { readSheet } from 'read-excel-file/node'

parentPort?.postMessage(await readSheet(Buffer.from(workerData), { trim: false }))
