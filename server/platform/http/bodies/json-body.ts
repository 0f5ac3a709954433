import { ERRORS } from '#contracts/errors.ts'
import { BODY } from '#contracts/limits.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { AppError, invalid } from '#server/platform/app-error.ts'

const UNSAFE_KEYS = new Set(['__proto__', 'constructor', 'prototype'])
const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

/**
 * Parses a JSON body. Takes its bytes; returns the value. Throws `malformed` for what is not JSON in UTF-8, `invalid`
 * for too deep a nesting or a key that could reach a prototype.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (measureDepth(bytes) > BODY.depth) throw invalid(MESSAGES.tooDeep)
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new AppError('malformed', ERRORS.malformed.message)
  }
  assertSafe(value, [])
  return value
}

/** Returns how deep the brackets nest, counted before parsing, so that a bomb costs one pass over its bytes. */
function measureDepth(bytes: Buffer): number {
  let depth = 0
  let deepest = 0
  let isInText = false
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0
    if (isInText) {
      if (byte === BACKSLASH) index += 1
      else if (byte === QUOTE) isInText = false
    } else if (byte === QUOTE) isInText = true
    else if (OPENING.has(byte)) deepest = Math.max(deepest, ++depth)
    else if (CLOSING.has(byte)) depth -= 1
  }
  return deepest
}

function assertSafe(value: unknown, path: readonly string[]): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (UNSAFE_KEYS.has(key) && !Array.isArray(value)) throw invalidAt([...path, key], MESSAGES.unsafeKey)
    assertSafe(inner, [...path, key])
  }
}

const invalidAt = (path: readonly string[], message: string) => invalid(undefined, [{ path: path.join('.'), message }])
