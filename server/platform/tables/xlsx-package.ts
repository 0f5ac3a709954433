/** Unpacks a workbook within limits: a small file can unpack to more than the available memory. */
import { inflateRawSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { TABLE } from '#contracts/limits.ts'
import { TABLE_MESSAGES } from '#contracts/messages/table.ts'
import { AppError, invalid } from '../app-error.ts'
import { findPacked, type ZipEntry, zipDirectory } from '../files/zip-directory.ts'

/**
 * Returns the workbook with only its XML parts, uncompressed, so that the reader sees exactly the sizes and parts that
 * were checked here. Throws `invalid` for anything but a workbook, `tooLarge` if it unpacks to too much.
 */
export function unpackWorkbook(bytes: Buffer): Buffer {
  const entries = zipDirectory(bytes).filter(({ name }) => /\.xml(\.rels)?$/.test(name))
  if (!entries.some(({ name }) => name === '[Content_Types].xml')) throw invalid(TABLE_MESSAGES.workbookBroken)
  let remainingBytes: number = TABLE.unpackedBytes
  const parts = entries.map((entry) => {
    const unpacked = unpackPart(bytes, entry, remainingBytes)
    remainingBytes -= unpacked.length
    return [entry.name, unpacked] as const
  })
  return Buffer.from(zipSync(Object.fromEntries(parts), { level: 0 }))
}

function unpackPart(bytes: Buffer, entry: ZipEntry, most: number): Buffer {
  if (entry.isEncrypted) throw invalid(TABLE_MESSAGES.tableOldExcel)
  const location = findPacked(bytes, entry)
  if (!location) throw invalid(TABLE_MESSAGES.workbookBroken)
  const { packed, isDeflated } = location
  if (most <= 0 || (!isDeflated && packed.length > most))
    throw new AppError('tooLarge', TABLE_MESSAGES.workbookTooLarge)
  if (!isDeflated) return packed
  try {
    return inflateRawSync(packed, { maxOutputLength: most })
  } catch (error) {
    if (error instanceof RangeError) throw new AppError('tooLarge', TABLE_MESSAGES.workbookTooLarge)
    throw invalid(TABLE_MESSAGES.workbookBroken)
  }
}
