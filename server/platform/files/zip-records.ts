/** The records that a zip is made of, as little of the format as its readers ask for (APPNOTE 4.3.7 to 4.3.16). */
export const STORED = 0
export const DEFLATED = 8
/** A file's own header, before its name. */
export const LOCAL = { signature: 0x04034b50, length: 30 } as const

/** Bit 11 of the flags: names are UTF-8. Bit 3: the sizes stand behind the bytes, which were not known before them. */
const UTF8_NAMES = 0x0800
const SIZES_BEHIND = 0x0008

/** One file of a zip; `at` is where its own header begins. */
export type ZipFile = {
  name: Buffer
  method: typeof STORED | typeof DEFLATED
  crc: number
  packed: number
  size: number
  at: number
  isStreamed: boolean
}

const signed = (signature: string) => Buffer.from(signature, 'latin1')

/** What a file's own header and its entry in the directory say alike. */
function factsOf({ name, method, crc, packed, size, isStreamed }: ZipFile): Buffer {
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(20, 0)
  facts.writeUInt16LE(UTF8_NAMES | (isStreamed ? SIZES_BEHIND : 0), 2)
  facts.writeUInt16LE(method, 4)
  // MS-DOS counts from 1980: its first day, as a month or a day of 0 is none.
  facts.writeUInt16LE(0x0021, 8)
  facts.writeUInt32LE(crc, 10)
  facts.writeUInt32LE(packed, 14)
  facts.writeUInt32LE(size, 18)
  facts.writeUInt16LE(name.length, 22)
  return facts
}

/** What stands before a file's bytes. */
export const localHeader = (file: ZipFile): Buffer =>
  Buffer.concat([
    signed('PK\x03\x04'),
    factsOf(file.isStreamed ? { ...file, crc: 0, packed: 0, size: 0 } : file),
    file.name,
  ])

/** What stands behind the bytes of a streamed file. */
export function sizesBehind({ crc, packed, size }: ZipFile): Buffer {
  const sizes = Buffer.alloc(12)
  sizes.writeUInt32LE(crc, 0)
  sizes.writeUInt32LE(packed, 4)
  sizes.writeUInt32LE(size, 8)
  return Buffer.concat([signed('PK\x07\x08'), sizes])
}

/** What stands behind all files; it begins at `at`. */
export function directoryOf(files: readonly ZipFile[], at: number): Buffer {
  const listed = Buffer.concat(
    files.flatMap((file) => {
      const rest = Buffer.alloc(14)
      rest.writeUInt32LE(file.at, 10)
      return [signed('PK\x01\x02\x14\x00'), factsOf(file), rest, file.name]
    }),
  )
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([listed, signed('PK\x05\x06'), end])
}
