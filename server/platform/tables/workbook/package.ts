/** Opens a workbook's package with limits, since a small file can unpack to more than fits in memory (zip bomb). */
import { PassThrough, Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createInflateRaw } from 'node:zlib'
import { getEntryData, readZipDirectory, type ZipEntry } from '../../files/zip-directory.ts'
import { createXmlCheck } from './xml-check.ts'

/** Why a workbook is rejected. */
export type WorkbookFault = 'broken' | 'encrypted' | 'tooLarge' | 'cellTooLong' | 'openDocument' | 'noSheet'

export class WorkbookError extends Error {
  readonly fault: WorkbookFault
  constructor(fault: WorkbookFault) {
    super(fault)
    this.fault = fault
  }
}

/** The unpacked parts of a workbook. */
export type WorkbookPackage = {
  has(path: string): boolean
  /** Unpacks a part while it is read. Throws `WorkbookError` if it doesn't exist, or contains too long a text. */
  read(path: string): AsyncGenerator<string>
}

/** The longest text of a cell in XML, in bytes: 32,767 characters, each written as a reference such as `&#x1F600;`. */
const MAX_TOKEN_BYTES = 32_767 * 10

/**
 * Checks that all parts of a workbook are complete and unpack to at most `maxBytes`, without storing them. Returns the
 * package; throws `WorkbookError`.
 */
export async function openPackage(bytes: Buffer, maxBytes: number): Promise<WorkbookPackage> {
  const allEntries = readZipDirectory(bytes)
  if (allEntries.some(({ name }) => name === 'content.xml')) throw new WorkbookError('openDocument')
  const entries = allEntries.filter(({ name }) => /\.(xml|rels)$/.test(name))
  if (!entries.some(({ name }) => name === '[Content_Types].xml')) throw new WorkbookError('broken')
  const parts = new Map<string, { entry: ZipEntry; longestToken: number }>()
  let remainingBytes = maxBytes
  for (const entry of entries) {
    if (entry.isEncrypted) throw new WorkbookError('encrypted')
    const { size, longestToken } = await measurePart(bytes, entry, remainingBytes)
    remainingBytes -= size
    if (remainingBytes < 0) throw new WorkbookError('tooLarge')
    parts.set(entry.name, { entry, longestToken })
  }
  return {
    has: (path) => parts.has(path),
    async *read(path) {
      const part = parts.get(path)
      if (!part) throw new WorkbookError('broken')
      if (part.longestToken > MAX_TOKEN_BYTES) throw new WorkbookError('cellTooLong')
      const decoder = new TextDecoder('utf-8', { fatal: true })
      for await (const chunk of unpack(bytes, part.entry)) yield decoder.decode(chunk, { stream: true })
      yield decoder.decode()
    },
  }
}

/** Throws `WorkbookError` if an entry's data isn't where the directory says. */
function unpack(bytes: Buffer, entry: ZipEntry): Readable {
  const location = getEntryData(bytes, entry)
  if (!location) throw new WorkbookError('broken')
  const packed = Readable.from([location.packed])
  return packed.pipe(location.isDeflated ? createInflateRaw() : new PassThrough())
}

/**
 * Unpacks a part without storing it. Returns its size, or a size above `maxBytes` as soon as it exceeds that. Throws
 * `WorkbookError` if it can't be unpacked or isn't XML.
 */
async function measurePart(
  bytes: Buffer,
  entry: ZipEntry,
  maxBytes: number,
): Promise<{ size: number; longestToken: number }> {
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
    await pipeline(unpack(bytes, entry), counter, { signal: limitExceeded.signal })
  } catch {
    if (limitExceeded.signal.aborted) return { size, longestToken: 0 }
    throw new WorkbookError('broken')
  }
  if (!check.isComplete()) throw new WorkbookError('broken')
  return { size, longestToken: check.getLongestToken() }
}
