/** What a workbook is packed in, opened within bounds: a small file can unpack to more than there is memory. */
import { crc32, inflateRawSync } from 'node:zlib'
import { TABLE } from '#contracts/limits.ts'
import { TABLE_MESSAGES } from '#contracts/messages/table.ts'
import { AppError, invalid } from '../app-error.ts'
import { type ZipEntry, zipDirectory } from '../files/zip-directory.ts'

/** A file's own header. */
const LOCAL = { signature: 0x04034b50, length: 30 } as const
const STORED = 0
const DEFLATED = 8
/** Bit 11 of the flags: names are UTF-8. */
const UTF8_NAMES = 0x0800

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

/** A zip of stored entries, as little of the format as a reader needs (APPNOTE 4.3.7, 4.3.12, 4.3.16). */
function storedZip(parts: readonly Part[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, bytes } of parts) {
    const facts = factsOf(name, bytes)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    files.push(signed('PK\x03\x04'), facts, name, bytes)
    directory.push(signed('PK\x01\x02\x14\x00'), facts, rest, name)
    at += LOCAL.length + name.length + bytes.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...files, listed, signed('PK\x05\x06'), end])
}

const signed = (signature: string) => Buffer.from(signature, 'latin1')

/** What a file's own header and its entry in the directory say alike. */
function factsOf(name: Buffer, bytes: Buffer): Buffer {
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(20, 0)
  facts.writeUInt16LE(UTF8_NAMES, 2)
  facts.writeUInt16LE(STORED, 4)
  facts.writeUInt32LE(crc32(bytes), 10)
  facts.writeUInt32LE(bytes.length, 14)
  facts.writeUInt32LE(bytes.length, 18)
  facts.writeUInt16LE(name.length, 22)
  return facts
}
