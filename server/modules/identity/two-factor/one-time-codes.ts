/** Codes of authenticator apps: RFC 6238 with SHA-1, 30 seconds and 6 digits, which all apps support. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
const DIGITS = 6
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns base32 without padding (RFC 4648), the format in which secrets are typed into apps. */
export function encodeBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

function decodeBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Returns 160 random bits in base32. */
export const createSecret = (): string => encodeBase32(randomBytes(20))

/** Returns the number of 30-second steps since 1970. */
export const getTimeStep = (time: Date): number => Math.floor(time.getTime() / STEP_MS)

/** Returns the code of a secret at a step. */
export function generateCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', decodeBase32(secret)).update(counter).digest()
  const offset = digest.readUInt8(digest.length - 1) & 0xf
  const number = (digest.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS
  return String(number).padStart(DIGITS, '0')
}

/**
 * Returns the step that a code belongs to, tolerating a clock that is off by one step; `undefined` if the code is
 * wrong.
 */
export function findMatchingTimeStep(secret: string, code: string, now: Date): number | undefined {
  const current = getTimeStep(now)
  return [current, current - 1, current + 1].find((step) => isSameCode(generateCode(secret, step), code))
}

/** Returns the latest step whose code is accepted at a time. */
export const getLatestTimeStep = (now: Date): number => getTimeStep(now) + 1

function isSameCode(code: string, input: string): boolean {
  const [expected, actual] = [Buffer.from(code), Buffer.from(input)]
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

/** Returns 50 random bits in base32, in two groups for reading from paper and typing. */
export function createRecoveryCode(): string {
  const letters = encodeBase32(randomBytes(7)).slice(0, 10)
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

/** Returns the URI for the QR code. Apps list the account under the site's name, which can't contain a colon there. */
export function buildOtpauthUri(secret: string, { siteName, email }: { siteName: string; email: string }): string {
  const issuer = encodeURIComponent(siteName.replaceAll(':', ' ').trim())
  const parameters = [
    `secret=${secret}`,
    `issuer=${issuer}`,
    `algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1000}`,
  ]
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?${parameters.join('&')}`
}
