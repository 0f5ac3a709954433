/**
 * Bitsets of product numbers: each 32-bit word stores 32 numbers, so that sets are intersected and counted word by
 * word.
 */

import { type ByteReader, type ByteWriter, readVarint, writeVarint } from './varint.ts'

export type Bitset = Uint32Array

/** A delta-encoded bitset: its length in words, then the distance of each member from the previous one. */
export type CompressedBitset = Uint8Array

export const EMPTY_BITSET: Bitset = new Uint32Array(0)
const INITIAL_WORDS = 4

export const hasBit = (bits: Bitset, number: number): boolean =>
  ((bits[number >>> 5] ?? 0) & (1 << (number & 31))) !== 0

/** Adds a number to a set. Returns the same set, or a longer copy. */
export function withBit(bits: Bitset, number: number): Bitset {
  const word = number >>> 5
  const target = word < bits.length ? bits : new Uint32Array(Math.max(word + 1, bits.length * 2, INITIAL_WORDS))
  if (target !== bits) target.set(bits)
  target[word] = (target[word] ?? 0) | (1 << (number & 31))
  return target
}

/** Removes a number from a set, in place. */
export function clearBit(bits: Bitset, number: number): void {
  const word = number >>> 5
  if (word < bits.length) bits[word] = (bits[word] ?? 0) & ~(1 << (number & 31))
}

export function toBitset(numbers: Iterable<number>): Bitset {
  let bits: Bitset = EMPTY_BITSET
  for (const number of numbers) bits = withBit(bits, number)
  return bits
}

/** Returns a number that exceeds every member of a set. */
export const getCapacity = (bits: Bitset): number => bits.length * 32

/** Yields the members of a set, ascending. */
export function* listMembers(bits: Bitset): Iterable<number> {
  for (let word = 0; word < bits.length; word += 1)
    // Yields the position of the lowest bit, then clears it.
    for (let rest = bits[word] ?? 0; rest !== 0; rest &= rest - 1) yield word * 32 + 31 - Math.clz32(rest & -rest)
}

/** Returns the members of any of the sets. */
export function union(sets: readonly Bitset[]): Bitset {
  const result = new Uint32Array(Math.max(0, ...sets.map(({ length }) => length)))
  for (const bits of sets)
    for (let word = 0; word < bits.length; word += 1) result[word] = (result[word] ?? 0) | (bits[word] ?? 0)
  return result
}

/** Returns the members of both sets; the first set if there is no second. */
export function intersect(first: Bitset, second: Bitset | undefined): Bitset {
  if (second === undefined) return first
  const result = new Uint32Array(Math.min(first.length, second.length))
  for (let word = 0; word < result.length; word += 1) result[word] = (first[word] ?? 0) & (second[word] ?? 0)
  return result
}

/** Returns the members of the first set that aren't in the second. */
export function subtract(first: Bitset, second: Bitset): Bitset {
  const result = first.slice()
  for (let word = Math.min(first.length, second.length) - 1; word >= 0; word -= 1)
    result[word] = (first[word] ?? 0) & ~(second[word] ?? 0)
  return result
}

/** Returns the number of members of both sets. */
export function countIntersection(first: Bitset, second: Bitset): number {
  let count = 0
  for (let word = Math.min(first.length, second.length) - 1; word >= 0; word -= 1)
    count += countSetBits((first[word] ?? 0) & (second[word] ?? 0))
  return count
}

/** Returns the number of members. */
export const countBits = (bits: Bitset): number => countIntersection(bits, bits)

/** Returns the population count of a word by adding adjacent bits, then pairs, nibbles and bytes in parallel. */
function countSetBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

export const isCompressed = (bits: Bitset | CompressedBitset): bits is CompressedBitset => bits instanceof Uint8Array

export function compressBitset(bits: Bitset): CompressedBitset {
  const writer: ByteWriter = { bytes: new Uint8Array(bits.length), length: 0 }
  writeVarint(writer, bits.length)
  let last = 0
  for (const number of listMembers(bits)) {
    writeVarint(writer, number - last)
    last = number
  }
  return writer.bytes.subarray(0, writer.length)
}

export function decompressBitset(bytes: CompressedBitset): Bitset {
  const reader: ByteReader = { bytes, offset: 0 }
  const bits: Bitset = new Uint32Array(readVarint(reader))
  let number = 0
  while (reader.offset < bytes.length) {
    number += readVarint(reader)
    const word = number >>> 5
    bits[word] = (bits[word] ?? 0) | (1 << (number & 31))
  }
  return bits
}
