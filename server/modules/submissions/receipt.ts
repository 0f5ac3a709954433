import { randomBytes } from 'node:crypto'
import { toNfkc } from '#contracts/rules/normalize-text.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'

/** Crockford's base 32: digits and letters without I, L, O and U, which are easily confused. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const RANDOM_LENGTH = 8

/** Creates a receipt number such as `ZJ-20261121-7K3M9QXT`: the day in Shanghai, and 40 random bits. */
export function createReceipt(date: Date): string {
  const characters = [...randomBytes(RANDOM_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length])
  return `ZJ-${toDay(date).replaceAll('-', '')}-${characters.join('')}`
}

/**
 * Normalizes a receipt number as typed or copied: with or without its prefix and the label before it, in any letter
 * case, full-width forms, any dashes and spaces; letters that the alphabet omits are read as the characters they
 * resemble.
 */
export function normalizeReceipt(input: string): string {
  const plain = toNfkc(input)
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
  const parts = /^(?:ZJ)?([0-9OIL]{8})(.+)$/.exec(plain)
  if (!parts) return plain
  return `ZJ-${toDigits(parts[1] ?? '')}-${toDigits(parts[2] ?? '')}`
}

const toDigits = (characters: string) => characters.replaceAll('O', '0').replaceAll(/[IL]/g, '1')
