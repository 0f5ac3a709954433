/** ZIP archives with only the parts of the format that their readers need. */
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import { readZipDirectory } from '#server/platform/files/zip-directory.ts'

/** A compressed entry; the directory declares `declaredBytes` as its unpacked size, whether true or not. */
type Deflated = { deflated: Buffer; declaredBytes: number; packed?: Buffer }

/** Creates an archive from its entries by path; texts and bytes are stored uncompressed. */
export function createZip(entries: Readonly<Record<string, string | Buffer | Deflated>>): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let index = 0
  for (const [path, entry] of Object.entries(entries)) {
    const isStored = typeof entry === 'string' || Buffer.isBuffer(entry)
    const name = Buffer.from(path)
    const body = isStored ? Buffer.from(entry) : (entry.packed ?? deflateRawSync(entry.deflated, { level: 9 }))
    const header = Buffer.alloc(26)
    header.writeUInt16LE(20, 0)
    header.writeUInt16LE(isStored ? 0 : 8, 4)
    header.writeUInt32LE(crc32(isStored ? body : entry.deflated), 10)
    header.writeUInt32LE(body.length, 14)
    header.writeUInt32LE(isStored ? body.length : entry.declaredBytes, 18)
    header.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), header, name, body])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(index, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), header, rest, name]))
    bodies.push(local)
    index += local.length
  }
  const items = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(items.length, 12)
  end.writeUInt32LE(index, 16)
  return Buffer.concat([...bodies, items, end])
}

/** Returns the names of an archive's entries, and a function that reads their texts. */
export function openZip(bytes: Buffer): { names: string[]; read(name: string): string } {
  const entries = readZipDirectory(bytes)
  return {
    names: entries.map(({ name }) => name),
    read(path) {
      const entry = entries.find(({ name }) => name === path)
      if (!entry) throw new Error(`the archive does not contain ${path}`)
      const start = entry.offset + 30 + bytes.readUInt16LE(entry.offset + 26) + bytes.readUInt16LE(entry.offset + 28)
      const packed = bytes.subarray(start, start + entry.packedSize)
      return (entry.method === 0 ? packed : inflateRawSync(packed)).toString('utf8')
    },
  }
}
