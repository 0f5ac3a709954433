import { ERROR_DEFINITIONS } from '#contracts/errors.ts'
import { BODY } from '#contracts/limits.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { AppError, invalid, invalidFields } from '#server/platform/app-error.ts'
import { listLargestParts, measureJson } from './json-outline.ts'

const UNSAFE_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/** The maximum size of a body in bytes, and its maximum number of values; by default those of a document. */
type BodyLimits = { bytes?: number | undefined; values?: number | undefined }

/**
 * Parses a JSON body. Throws `malformedJson`, `payloadTooLarge`, and `invalid` for what `BODY` limits or a key that
 * allows prototype pollution.
 */
export function parseJsonBody(bytes: Buffer, limits: BodyLimits = {}): unknown {
  const { bytes: maxBytes = BODY.document, values: maxValues = BODY.values } = limits
  if (bytes.length > maxBytes) throw createTooLargeError(bytes, maxBytes)
  assertWithinLimits(bytes, maxValues)
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new AppError('malformedJson')
  }
  const unsafePath = findUnsafeKey(value)
  if (unsafePath)
    throw invalidFields(
      [{ path: unsafePath.join('.'), message: MESSAGES.unsafeKey }],
      ERROR_DEFINITIONS.invalid.message,
    )
  return value
}

/** Runs before parsing, so that a malicious body costs only one pass over its bytes. */
function assertWithinLimits(bytes: Buffer, maxValues: number): void {
  const { depth, values, keys } = measureJson(bytes)
  if (depth > BODY.depth) throw invalid(MESSAGES.tooDeep)
  if (keys > BODY.keys) throw invalid(MESSAGES.tooManyKeys(BODY.keys))
  if (values > maxValues) throw new AppError('payloadTooLarge', MESSAGES.tooManyValues(maxValues))
}

/** Returns an error that names the largest parts of a body, so that an editor knows what to shorten. */
function createTooLargeError(bytes: Buffer, maxBytes: number): AppError {
  const parts = listLargestParts(bytes)
  const [largest] = parts
  const message = MESSAGES.documentTooLarge(formatMegabytes(bytes.length), formatMegabytes(maxBytes))
  if (!largest) return new AppError('payloadTooLarge', message)
  return new AppError(
    'payloadTooLarge',
    `${message}，其中 ${MESSAGES.largestPart(largest.path, formatMegabytes(largest.bytes))}`,
    {
      fieldErrors: parts.map((part) => ({
        path: part.path,
        message: MESSAGES.partTooLarge(formatMegabytes(part.bytes)),
      })),
    },
  )
}

/** Rounds up, so that a size above the limit is never displayed as the limit. */
const formatMegabytes = (bytes: number) => `${Math.ceil((bytes * 10) / 1024 / 1024) / 10} MB`

/** Returns the path of the first key that allows prototype pollution; `undefined` if there is none. */
function findUnsafeKey(value: unknown): string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const isArray = Array.isArray(value)
  for (const key in value) {
    if (!isArray && UNSAFE_KEYS.has(key)) return [key]
    const path = findUnsafeKey(Reflect.get(value, key))
    if (path) return [key, ...path]
  }
  return undefined
}
