const MASK = '••••••'

/** A shorter run of Base64 appears by chance, too. */
const MIN_BASE64 = 5

const escapeRegExp = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)

/** Returns the pattern of a hexadecimal number in either case. */
const toHexPattern = (value: number, digits: number): string =>
  [...value.toString(16).padStart(digits, '0')]
    .map((digit) => (/[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit))
    .join('')

/** Returns the pattern of a character as it is, percent-encoded, or escaped in JSON, which may be JSON within JSON. */
function toCharacterPattern(character: string): string {
  const bytes = [...Buffer.from(character)].map((byte) => `%${toHexPattern(byte, 2)}`).join('')
  const escaped = character
    .split('')
    .map((unit) => String.raw`\\{1,4}u${toHexPattern(unit.charCodeAt(0), 4)}`)
    .join('')
  return String.raw`(?:\\{0,4}${escapeRegExp(character)}|${bytes}|${escaped})`
}

/**
 * Returns the Base64 and Base64URL of a text that contains a secret, as far as the secret alone decides it: it may begin at
 * any of the three positions within a group of bytes.
 */
const listBase64 = (secret: string): string[] =>
  [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)])
    const known = bytes.toString('base64').slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6))
    return known.length < MIN_BASE64 ? [] : [known, known.replaceAll('+', '-').replaceAll('/', '_')]
  })

const toHex = (secret: string): string => [...Buffer.from(secret)].map((byte) => toHexPattern(byte, 2)).join('')

/**
 * Returns a function that masks secrets in a text, also where they were encoded: percent-encoded or escaped in JSON,
 * completely or in part, in hexadecimal, and in Base64 as part of a longer text.
 */
export function createBlotting(secrets: readonly string[]): (text: string) => string {
  const patterns = secrets
    // The longest first: one may be part of another.
    .toSorted((one, other) => other.length - one.length)
    .filter((secret) => secret !== '')
    .flatMap((secret) => [
      [...secret].map(toCharacterPattern).join(''),
      toHex(secret),
      ...new Set(listBase64(secret).map(escapeRegExp)),
    ])
  if (patterns.length === 0) return (text) => text
  const pattern = new RegExp(patterns.join('|'), 'gu')
  return (text) => text.replaceAll(pattern, MASK)
}
