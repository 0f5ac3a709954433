/** What a workbook is packed in, opened within bounds: a small file can unpack to more than there is memory. */
import { inflateRawSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { TABLE } from '#contracts/limits.ts'
import { TABLE_MESSAGES } from '#contracts/messages/table.ts'
import { AppError, invalid } from '../app-error.ts'
import { type ZipEntry, zipDirectory } from '../files/zip-directory.ts'

const STORED = 0
const DEFLATED = 8
/** A file's own header, before its name (APPNOTE 4.3.7). */
const LOCAL = { signature: 0x04034b50, length: 30 } as const

/**
 * Returns the same workbook, its XML parts alone, unpacked: who reads it can't be told other sizes, or other parts,
 * than were looked at here. Throws `invalid` for what is no workbook, `tooLarge` if it unpacks to too much.
 */
export function unpackWorkbook(bytes: Buffer): Buffer {
  const entries = zipDirectory(bytes).filter(({ name }) => /\.xml(\.rels)?$/.test(name))
  if (!entries.some(({ name }) => name === '[Content_Types].xml')) throw invalid(TABLE_MESSAGES.workbookBroken)
  let left: number = TABLE.unpackedBytes
  const parts = entries.map((entry) => {
    const unpacked = unpackPart(bytes, entry, left)
    left -= unpacked.length
    return [entry.name, unpacked] as const
  })
  return Buffer.from(zipSync(Object.fromEntries(parts), { level: 0 }))
}

function unpackPart(bytes: Buffer, { at, packedSize, method, isEncrypted }: ZipEntry, most: number): Buffer {
  if (isEncrypted) throw invalid(TABLE_MESSAGES.tableOldExcel)
  if (at + LOCAL.length > bytes.length || bytes.readUInt32LE(at) !== LOCAL.signature)
    throw invalid(TABLE_MESSAGES.workbookBroken)
  const from = at + LOCAL.length + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  const packed = bytes.subarray(from, from + packedSize)
  if (most <= 0 || (method === STORED && packed.length > most))
    throw new AppError('tooLarge', TABLE_MESSAGES.workbookTooLarge)
  if (method === STORED) return packed
  if (method !== DEFLATED) throw invalid(TABLE_MESSAGES.workbookBroken)
  try {
    return inflateRawSync(packed, { maxOutputLength: most })
  } catch (error) {
    if (error instanceof RangeError) throw new AppError('tooLarge', TABLE_MESSAGES.workbookTooLarge)
    throw invalid(TABLE_MESSAGES.workbookBroken)
  }
}
