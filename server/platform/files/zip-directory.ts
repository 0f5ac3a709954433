/** The end-of-central-directory record, and a directory entry (APPNOTE 4.3.12, 4.3.16): signatures and lengths. */
const END = { signature: 0x06054b50, length: 22, longestComment: 65_535 } as const
const ENTRY = { signature: 0x02014b50, length: 46 } as const
/** A file's local header, before its name (APPNOTE 4.3.7). */
const LOCAL = { signature: 0x04034b50, length: 30 } as const
const STORED = 0
const DEFLATED = 8
export const MAX_ENTRIES = 2_000

/** An entry of a zip's central directory; `offset` is that of the file's local header. */
export type ZipEntry = { name: string; isEncrypted: boolean; method: number; packedSize: number; offset: number }

/** Returns a zip's directory, without unpacking; empty if it is unreadable. */
export function readZipDirectory(bytes: Uint8Array): ZipEntry[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEndRecord(buffer)
  if (end === undefined) return []
  const entries: ZipEntry[] = []
  const count = Math.min(buffer.readUInt16LE(end + 10), MAX_ENTRIES)
  let index = buffer.readUInt32LE(end + 16)
  for (let entry = 0; entry < count; entry += 1) {
    if (index + ENTRY.length > end || buffer.readUInt32LE(index) !== ENTRY.signature) return []
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((field) => buffer.readUInt16LE(index + field))
    const from = index + ENTRY.length
    entries.push({
      name: buffer.toString('utf8', from, from + name),
      isEncrypted: (buffer.readUInt16LE(index + 8) & 1) === 1,
      method: buffer.readUInt16LE(index + 10),
      packedSize: buffer.readUInt32LE(index + 20),
      offset: buffer.readUInt32LE(index + 42),
    })
    index = from + name + extra + comment
  }
  return entries
}

function findEndRecord(buffer: Buffer): number | undefined {
  const earliest = Math.max(0, buffer.length - END.length - END.longestComment)
  for (let index = buffer.length - END.length; index >= earliest; index -= 1)
    if (buffer.readUInt32LE(index) === END.signature) return index
  return undefined
}

/** Returns an entry's packed bytes; `undefined` if its local header contradicts the directory. */
export function getEntryData(bytes: Uint8Array, { name, offset, packedSize, method, isEncrypted }: ZipEntry) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (isEncrypted || offset + LOCAL.length > buffer.length || buffer.readUInt32LE(offset) !== LOCAL.signature)
    return undefined
  const nameEnd = offset + LOCAL.length + buffer.readUInt16LE(offset + 26)
  const from = nameEnd + buffer.readUInt16LE(offset + 28)
  if (buffer.toString('utf8', offset + LOCAL.length, nameEnd) !== name || from + packedSize > buffer.length)
    return undefined
  if (method !== STORED && method !== DEFLATED) return undefined
  return { packed: buffer.subarray(from, from + packedSize), isDeflated: method === DEFLATED }
}
