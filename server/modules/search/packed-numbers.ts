/** Whole numbers as bytes, seven bits a byte, the lowest first: small ones take one byte. */

/** Bytes that numbers are appended to; those beyond `length` mean nothing yet. */
export type Packing = { bytes: Uint8Array; length: number }
/** Bytes that numbers are read from, up to which the next one stands. */
export type Unpacking = { bytes: Uint8Array; at: number }

const LOW_BITS = 127
const MORE_BITS = 128
const MOST_BYTES = 5

export function appendNumber(packing: Packing, value: number): void {
  if (packing.length + MOST_BYTES > packing.bytes.length) {
    const longer = new Uint8Array(packing.bytes.length * 2 + MOST_BYTES)
    longer.set(packing.bytes)
    packing.bytes = longer
  }
  let rest = value
  while (rest > LOW_BITS) {
    packing.bytes[packing.length] = (rest & LOW_BITS) | MORE_BITS
    packing.length += 1
    rest >>>= 7
  }
  packing.bytes[packing.length] = rest
  packing.length += 1
}

export function readNumber(unpacking: Unpacking): number {
  let byte = unpacking.bytes[unpacking.at] ?? 0
  unpacking.at += 1
  if (byte <= LOW_BITS) return byte
  let value = byte & LOW_BITS
  for (let shift = 7; byte > LOW_BITS; shift += 7) {
    byte = unpacking.bytes[unpacking.at] ?? 0
    unpacking.at += 1
    value |= (byte & LOW_BITS) << shift
  }
  return value
}
