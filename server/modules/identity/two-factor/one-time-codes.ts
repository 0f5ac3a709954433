/** Codes of an authenticator app: RFC 6238 with SHA-1, 30 seconds and 6 digits, which is what the apps know. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
const DIGITS = 6
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 without padding (RFC 4648), as apps take a secret that is typed in. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

function bytesOf(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** 160 random bits, in base32. */
export const newSecret = (): string => base32(randomBytes(20))

/** How many steps of 30 seconds have passed since 1970. */
export const stepAt = (time: Date): number => Math.floor(time.getTime() / STEP_MS)

/** The code of a secret in a step. */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = digest.readUInt8(digest.length - 1) & 0xf
  const number = (digest.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS
  return String(number).padStart(DIGITS, '0')
}

/** The step whose code it is, a clock that is one step off allowed for; `undefined` where it is none. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const current = stepAt(now)
  return [current, current - 1, current + 1].find((step) => isSame(codeAt(secret, step), code))
}

function isSame(code: string, typed: string): boolean {
  const [expected, given] = [Buffer.from(code), Buffer.from(typed)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/** Base32 of 50 bits in two groups: read from paper and typed. */
export function newRecoveryCode(): string {
  const letters = base32(randomBytes(7)).slice(0, 10)
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

/** What an app reads from the QR picture, and lists the account under: the site's name, which may hold no colon there. */
export function otpauthUri(secret: string, { siteName, email }: { siteName: string; email: string }): string {
  const issuer = encodeURIComponent(siteName.replaceAll(':', ' ').trim())
  const parameters = [
    `secret=${secret}`,
    `issuer=${issuer}`,
    `algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1000}`,
  ]
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?${parameters.join('&')}`
}
