/** Validates a workbook before it is parsed, since a small file can unpack to more than fits in memory (zip bomb). */

import { PassThrough, Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createInflateRaw } from 'node:zlib'
import { getEntryData, readZipDirectory, type ZipEntry } from '../files/zip-directory.ts'
import { createXmlCheck } from './xml-check.ts'

/** Why a workbook is rejected. */
export type WorkbookFault = 'broken' | 'encrypted' | 'tooLarge'

/** Returns why a workbook can't be read; `undefined` if it can. `maxBytes` limits its unpacked XML. */
export async function findWorkbookFault(bytes: Buffer, maxBytes: number): Promise<WorkbookFault | undefined> {
  const entries = readZipDirectory(bytes).filter(({ name }) => /\.xml(\.rels)?$/.test(name))
  if (!entries.some(({ name }) => name === '[Content_Types].xml')) return 'broken'
  let remainingBytes = maxBytes
  for (const entry of entries) {
    if (entry.isEncrypted) return 'encrypted'
    const size = await measurePart(bytes, entry, remainingBytes)
    if (size === undefined) return 'broken'
    remainingBytes -= size
    if (remainingBytes < 0) return 'tooLarge'
  }
  return undefined
}

/**
 * Unpacks a part without storing it. Returns its size, or a size above `maxBytes` as soon as it exceeds that;
 * `undefined` if it can't be unpacked or isn't XML.
 */
async function measurePart(bytes: Buffer, entry: ZipEntry, maxBytes: number): Promise<number | undefined> {
  const location = getEntryData(bytes, entry)
  if (!location) return undefined
  let size = 0
  const check = createXmlCheck()
  const limitExceeded = new AbortController()
  const counter = new Writable({
    write(chunk: Buffer, _, done) {
      size += chunk.length
      check.add(chunk)
      if (size > maxBytes) limitExceeded.abort()
      done()
    },
  })
  try {
    const packed = Readable.from([location.packed])
    const unpack = location.isDeflated ? createInflateRaw() : new PassThrough()
    await pipeline(packed, unpack, counter, { signal: limitExceeded.signal })
    return check.isComplete() ? size : undefined
  } catch {
    return limitExceeded.signal.aborted ? size : undefined
  }
}
