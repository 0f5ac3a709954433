/** What a workbook is packed in, opened within bounds: a small file can unpack to more than there is memory. */
import { crc32, inflateRawSync } from 'node:zlib'
import { TABLE } from '#contracts/limits.ts'
import { TABLE_MESSAGES } from '#contracts/messages/table.ts'
import { AppError, invalid } from '../app-error.ts'
import { type ZipEntry, zipDirectory } from '../files/zip-directory.ts'
import { DEFLATED, directoryOf, LOCAL, localHeader, STORED, type ZipFile } from '../files/zip-records.ts'

type Part = { name: Buffer; bytes: Buffer }

/**
 * The same workbook, its XML parts alone, unpacked: who reads it can't be told other sizes, or other parts, than were
 * looked at here. Throws `invalid` for what is no workbook, `tooLarge` where it unpacks to too much.
 */
export function unpackedWorkbook(bytes: Buffer): Buffer {
  const entries = zipDirectory(bytes).filter(({ name }) => /\.xml(\.rels)?$/.test(name))
  if (!entries.some(({ name }) => name === '[Content_Types].xml')) throw invalid(TABLE_MESSAGES.workbookBroken)
  let left: number = TABLE.unpackedBytes
  const parts = entries.map((entry): Part => {
    const unpacked = unpackedPart(bytes, entry, left)
    left -= unpacked.length
    return { name: Buffer.from(entry.name), bytes: unpacked }
  })
  return storedZip(parts)
}

function unpackedPart(bytes: Buffer, { at, packedSize, method, isEncrypted }: ZipEntry, most: number): Buffer {
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

/** A zip of files as they are. */
function storedZip(parts: readonly Part[]): Buffer {
  const pieces: Buffer[] = []
  const files: ZipFile[] = []
  let at = 0
  for (const { name, bytes } of parts) {
    const size = bytes.length
    const file = { name, method: STORED, crc: crc32(bytes), packed: size, size, at, isStreamed: false } as const
    const header = localHeader(file)
    pieces.push(header, bytes)
    files.push(file)
    at += header.length + size
  }
  return Buffer.concat([...pieces, directoryOf(files, at)])
}
