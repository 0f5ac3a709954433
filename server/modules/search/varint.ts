/** Unsigned integers as variable-length bytes (LEB128): seven bits per byte, lowest first; small ones take one byte. */

/** A growing buffer; the bytes from `length` on are unused. */
export type ByteWriter = { bytes: Uint8Array; length: number }
/** A buffer to read integers from; the next one starts at `offset`. */
export type ByteReader = { bytes: Uint8Array; offset: number }

const PAYLOAD_MASK = 127
const CONTINUATION_BIT = 128
const MAX_BYTES = 5

/** Appends an integer; the buffer is replaced by a longer one if it is full. */
export function writeVarint(writer: ByteWriter, value: number): void {
  if (writer.length + MAX_BYTES > writer.bytes.length) {
    const longer = new Uint8Array(writer.bytes.length * 2 + MAX_BYTES)
    longer.set(writer.bytes)
    writer.bytes = longer
  }
  let rest = value
  while (rest > PAYLOAD_MASK) {
    writer.bytes[writer.length] = (rest & PAYLOAD_MASK) | CONTINUATION_BIT
    writer.length += 1
    rest >>>= 7
  }
  writer.bytes[writer.length] = rest
  writer.length += 1
}

/** Reads the next integer and advances the offset. */
export function readVarint(reader: ByteReader): number {
  let byte = reader.bytes[reader.offset] ?? 0
  reader.offset += 1
  if (byte <= PAYLOAD_MASK) return byte
  let value = byte & PAYLOAD_MASK
  for (let shift = 7; byte > PAYLOAD_MASK; shift += 7) {
    byte = reader.bytes[reader.offset] ?? 0
    reader.offset += 1
    value |= (byte & PAYLOAD_MASK) << shift
  }
  return value
}
