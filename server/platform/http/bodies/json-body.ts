import { ERRORS } from '#contracts/errors.ts'
import { BODY } from '#contracts/limits.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { AppError, invalid } from '#server/platform/app-error.ts'
import { findLargestParts, measureJson } from './json-outline.ts'

const UNSAFE_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/** The most bytes, and the most values, that a body may have; a document's if nothing else is said. */
type BodyBounds = { bytes?: number | undefined; values?: number | undefined }

/**
 * Parses a JSON body. Takes its bytes; returns the value. Throws `tooLarge` for more bytes or values than allowed,
 * `malformed` for what is not JSON in UTF-8, `invalid` for too deep a nesting, too many fields in one object, or a key
 * that could reach a prototype.
 */
export function parseJsonBody(bytes: Buffer, most: BodyBounds = {}): unknown {
  const { bytes: mostBytes = BODY.document, values: mostValues = BODY.values } = most
  if (bytes.length > mostBytes) throw documentTooLarge(bytes, mostBytes)
  assertBounds(bytes, mostValues)
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new AppError('malformedJson', ERRORS.malformedJson.message)
  }
  const unsafePath = findUnsafeKey(value)
  if (unsafePath) throw invalid(undefined, [{ path: unsafePath.join('.'), message: MESSAGES.unsafeKey }])
  return value
}

/** Throws before anything is parsed, so that a bomb costs one pass over its bytes. */
function assertBounds(bytes: Buffer, mostValues: number): void {
  const { depth, values, keys } = measureJson(bytes)
  if (depth > BODY.depth) throw invalid(MESSAGES.tooDeep)
  if (keys > BODY.keys) throw invalid(MESSAGES.tooManyKeys(BODY.keys))
  if (values > mostValues) throw new AppError('payloadTooLarge', MESSAGES.tooManyValues(mostValues))
}

function documentTooLarge(bytes: Buffer, mostBytes: number): AppError {
  const parts = findLargestParts(bytes)
  const [largest] = parts
  const message = MESSAGES.documentTooLarge(formatMegabytes(bytes.length), formatMegabytes(mostBytes))
  if (!largest) return new AppError('payloadTooLarge', message)
  return new AppError(
    'payloadTooLarge',
    `${message}，其中 ${MESSAGES.largestPart(largest.path, formatMegabytes(largest.bytes))}`,
    { errors: parts.map((part) => ({ path: part.path, message: MESSAGES.partTooLarge(formatMegabytes(part.bytes)) })) },
  )
}

/** Rounded up: what is too large never reads like the limit itself. */
const formatMegabytes = (bytes: number) => `${Math.ceil((bytes * 10) / 1024 / 1024) / 10} MB`

/** Returns the path of the first key that could reach a prototype; it is put together when one was found. */
function findUnsafeKey(value: unknown): string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const isList = Array.isArray(value)
  for (const key in value) {
    if (!isList && UNSAFE_KEYS.has(key)) return [key]
    const path = findUnsafeKey(Reflect.get(value, key))
    if (path) return [key, ...path]
  }
  return undefined
}
