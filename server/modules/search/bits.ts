/** Sets of small whole numbers, 32 in a word, so that thousands are compared and counted by the word. */

import { appendNumber, type Packing, readNumber, type Unpacking } from './packed-numbers.ts'

export type Bits = Uint32Array

/** A set in few bytes: how far each number is from the one before it, behind how many words it has. */
export type PackedBits = Uint8Array

export const NO_BITS: Bits = new Uint32Array(0)
const FIRST_WORDS = 4

export const hasBit = (bits: Bits, number: number): boolean => ((bits[number >>> 5] ?? 0) & (1 << (number & 31))) !== 0

/** Returns the set with a number in it: the same one, or a longer copy. */
export function withBit(bits: Bits, number: number): Bits {
  const word = number >>> 5
  const roomy = word < bits.length ? bits : new Uint32Array(Math.max(word + 1, bits.length * 2, FIRST_WORDS))
  if (roomy !== bits) roomy.set(bits)
  roomy[word] = (roomy[word] ?? 0) | (1 << (number & 31))
  return roomy
}

/** Takes a number out of a set. */
export function clearBit(bits: Bits, number: number): void {
  const word = number >>> 5
  if (word < bits.length) bits[word] = (bits[word] ?? 0) & ~(1 << (number & 31))
}

export function toBits(numbers: Iterable<number>): Bits {
  let bits: Bits = NO_BITS
  for (const number of numbers) bits = withBit(bits, number)
  return bits
}

/** Returns what any of the sets has. */
export function unite(sets: readonly Bits[]): Bits {
  const result = new Uint32Array(Math.max(0, ...sets.map(({ length }) => length)))
  for (const bits of sets)
    for (let word = 0; word < bits.length; word += 1) result[word] = (result[word] ?? 0) | (bits[word] ?? 0)
  return result
}

/** Returns what both sets have; the first, if there is no second. */
export function intersect(first: Bits, second: Bits | undefined): Bits {
  if (second === undefined) return first
  const result = new Uint32Array(Math.min(first.length, second.length))
  for (let word = 0; word < result.length; word += 1) result[word] = (first[word] ?? 0) & (second[word] ?? 0)
  return result
}

/** Returns what the first set has and the second hasn't. */
export function subtract(first: Bits, second: Bits): Bits {
  const result = first.slice()
  for (let word = Math.min(first.length, second.length) - 1; word >= 0; word -= 1)
    result[word] = (first[word] ?? 0) & ~(second[word] ?? 0)
  return result
}

/** Returns how many numbers both sets have. */
export function countCommon(first: Bits, second: Bits): number {
  let count = 0
  for (let word = Math.min(first.length, second.length) - 1; word >= 0; word -= 1)
    count += countOnes((first[word] ?? 0) & (second[word] ?? 0))
  return count
}

export const countBits = (bits: Bits): number => countCommon(bits, bits)

/** Returns the ones in a word, added up in pairs, fours and bytes. */
function countOnes(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

export const isPacked = (bits: Bits | PackedBits): bits is PackedBits => bits instanceof Uint8Array

export function packBits(bits: Bits): PackedBits {
  const packing: Packing = { bytes: new Uint8Array(bits.length), length: 0 }
  appendNumber(packing, bits.length)
  let last = 0
  for (let word = 0; word < bits.length; word += 1)
    for (let rest = bits[word] ?? 0; rest !== 0; rest &= rest - 1) {
      const number = word * 32 + 31 - Math.clz32(rest & -rest)
      appendNumber(packing, number - last)
      last = number
    }
  return packing.bytes.subarray(0, packing.length)
}

export function unpackBits(bytes: PackedBits): Bits {
  const unpacking: Unpacking = { bytes, at: 0 }
  const bits: Bits = new Uint32Array(readNumber(unpacking))
  let number = 0
  while (unpacking.at < bytes.length) {
    number += readNumber(unpacking)
    const word = number >>> 5
    bits[word] = (bits[word] ?? 0) | (1 << (number & 31))
  }
  return bits
}
