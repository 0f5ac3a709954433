/** Checks a workbook before it is read: a small file can unpack to more than the available memory. */

import { PassThrough, Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createInflateRaw } from 'node:zlib'
import { findPacked, type ZipEntry, zipDirectory } from '../files/zip-directory.ts'
import { createXmlCheck } from './xml-check.ts'

/** Why a workbook is refused. */
export type WorkbookFault = 'broken' | 'encrypted' | 'tooLarge'

/** Returns why a workbook can't be read, `undefined` if it can. Takes the most bytes that its XML may unpack to. */
export async function findWorkbookFault(bytes: Buffer, most: number): Promise<WorkbookFault | undefined> {
  const entries = zipDirectory(bytes).filter(({ name }) => /\.xml(\.rels)?$/.test(name))
  if (!entries.some(({ name }) => name === '[Content_Types].xml')) return 'broken'
  let remainingBytes = most
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
 * Unpacks a part and keeps nothing of it. Returns its size, as far as `most` goes; `undefined` if it can't be unpacked or
 * is no XML.
 */
async function measurePart(bytes: Buffer, entry: ZipEntry, most: number): Promise<number | undefined> {
  const location = findPacked(bytes, entry)
  if (!location) return undefined
  let size = 0
  const check = createXmlCheck()
  const enough = new AbortController()
  const counter = new Writable({
    write(chunk: Buffer, _, done) {
      size += chunk.length
      check.add(chunk)
      if (size > most) enough.abort()
      done()
    },
  })
  try {
    const packed = Readable.from([location.packed])
    const unpack = location.isDeflated ? createInflateRaw() : new PassThrough()
    await pipeline(packed, unpack, counter, { signal: enough.signal })
    return check.isWhole() ? size : undefined
  } catch {
    return enough.signal.aborted ? size : undefined
  }
}
