/**
 * The format of keys: `zk_`, 43 random characters and 6 of a checksum, all letters and digits, so that a double click
 * selects a key, and secret scanners recognise one without asking us.
 */
import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

export const KEY_PREFIX = 'zk_'
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BASE = BigInt(ALPHABET.length)
/** 256 bits in base 62. */
const RANDOM = { bytes: 32, characters: 43 }
const CHECKSUM_CHARACTERS = 6
/** How many characters of a key are shown: of the 256 bits, 30 are known. */
const SHOWN_CHARACTERS = KEY_PREFIX.length + 5

const FORMAT = new RegExp(`^${KEY_PREFIX}[0-9A-Za-z]{${RANDOM.characters + CHECKSUM_CHARACTERS}}$`)

function toBase62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= BASE) text = (ALPHABET[Number(rest % BASE)] ?? '') + text
  return text
}

const calculateChecksum = (text: string): string => toBase62(BigInt(crc32(text)), CHECKSUM_CHARACTERS)

/** Returns a new random key. */
export function generateKey(): string {
  const random = toBase62(BigInt(`0x${randomBytes(RANDOM.bytes).toString('hex')}`), RANDOM.characters)
  const unchecked = KEY_PREFIX + random
  return unchecked + calculateChecksum(unchecked)
}

/** Returns whether a text is a whole key: a broken copy or another token isn't. */
export const isWholeKey = (text: string): boolean =>
  FORMAT.test(text) && calculateChecksum(text.slice(0, -CHECKSUM_CHARACTERS)) === text.slice(-CHECKSUM_CHARACTERS)

/** Returns the beginning of a key, by which people recognise it. */
export const getShownPrefix = (key: string): string => key.slice(0, SHOWN_CHARACTERS)
