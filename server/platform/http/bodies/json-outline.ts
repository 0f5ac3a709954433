/** Scans the structure of a JSON text in one pass over its bytes, before it is parsed. */

import {
  BACKSLASH,
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COLON,
  COMMA,
  OPENING_BRACE,
  OPENING_BRACKET,
  QUOTE,
} from '#server/platform/json-bytes.ts'

/** `values` counts items and fields, and arrays and objects a second time; `keys` are those of the largest object. */
type JsonOutline = { depth: number; values: number; keys: number }

/** Returns the size of a JSON text's structure. */
export function measureJson(bytes: Uint8Array): JsonOutline {
  const outline: JsonOutline = { depth: 0, values: 1, keys: 0 }
  const keysByLevel: number[] = []
  let level = 0
  visitPunctuation(bytes, {
    open() {
      level += 1
      keysByLevel[level] = 0
      outline.values += 1
      outline.depth = Math.max(outline.depth, level)
    },
    close() {
      level = Math.max(0, level - 1)
    },
    comma() {
      outline.values += 1
    },
    colon() {
      const keys = (keysByLevel[level] ?? 0) + 1
      keysByLevel[level] = keys
      outline.keys = Math.max(outline.keys, keys)
    },
  })
  return outline
}

/** An item or a field of a JSON text, with its size. */
type JsonPart = { path: string; bytes: number }

/** The maximum length of a part's path: `products`, `products.3`, `products.3.detailedDescription`. */
const NAMED_LEVELS = 3

type Level = { isObject: boolean; index: number; start: number; keyStart: number; key: string; largest: JsonPart[] }

/**
 * Returns the largest part of a JSON text, followed by the largest part within it and so on, as long as each takes more
 * than half of its parent. Returns an empty list if the text has no parts.
 */
export function listLargestParts(bytes: Uint8Array): JsonPart[] {
  const levels: Level[] = []
  let depth = 0
  let largestParts: JsonPart[] = []

  /** Completes the current part of a level; `inner` are the largest parts within it. */
  function endPart(level: Level, end: number, inner: readonly JsonPart[]) {
    const name = level.isObject ? level.key : String(level.index)
    const size = end - level.start
    if (size > (level.largest[0]?.bytes ?? 0))
      level.largest = [
        { path: name, bytes: size },
        ...inner.map(({ path, bytes }) => ({ path: `${name}.${path}`, bytes })),
      ]
    level.start = end + 1
    level.keyStart = end + 1
    level.index += 1
  }
  const inner: JsonPart[][] = []

  visitPunctuation(bytes, {
    open(offset, isObject) {
      depth += 1
      if (depth > NAMED_LEVELS) return
      levels.push({ isObject, index: 0, start: offset + 1, keyStart: offset + 1, key: '', largest: [] })
      inner[depth] = []
    },
    colon(offset) {
      const level = depth <= NAMED_LEVELS ? levels.at(-1) : undefined
      if (level) level.key = readKey(bytes.subarray(level.keyStart, offset))
    },
    comma(offset) {
      const level = depth <= NAMED_LEVELS ? levels.at(-1) : undefined
      if (level) endPart(level, offset, inner[depth] ?? [])
      inner[depth] = []
    },
    close(offset) {
      if (depth <= NAMED_LEVELS) {
        const level = levels.pop()
        if (level) endPart(level, offset, inner[depth] ?? [])
        largestParts = level?.largest ?? []
        inner[depth - 1] = largestParts
      }
      depth -= 1
    },
  })
  let minBytes = bytes.length / 2
  return largestParts.filter(({ bytes: size }, index) => {
    const isNamed = index === 0 || size > minBytes
    minBytes = isNamed ? size / 2 : Number.POSITIVE_INFINITY
    return isNamed
  })
}

const MAX_KEY_LENGTH = 60

function readKey(bytes: Uint8Array): string {
  const key = new TextDecoder().decode(bytes).trim().slice(1, -1)
  return key.length > MAX_KEY_LENGTH ? `${key.slice(0, MAX_KEY_LENGTH)}…` : key
}

type Visitor = {
  open?(offset: number, isObject: boolean): void
  close?(offset: number): void
  comma?(offset: number): void
  colon?(offset: number): void
}

/** Calls the visitor for each bracket, comma and colon outside of strings. */
function visitPunctuation(bytes: Uint8Array, visitor: Visitor): void {
  for (let offset = 0; offset < bytes.length; offset += 1) {
    const byte = bytes[offset] ?? 0
    if (byte === QUOTE) offset = findStringEnd(bytes, offset)
    else if (byte === COMMA) visitor.comma?.(offset)
    else if (byte === COLON) visitor.colon?.(offset)
    else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) visitor.open?.(offset, byte === OPENING_BRACE)
    else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) visitor.close?.(offset)
  }
}

/** Returns the offset of a string's closing quote, or an offset beyond the bytes if it is unterminated. */
function findStringEnd(bytes: Uint8Array, start: number): number {
  let offset = start + 1
  while (offset < bytes.length && bytes[offset] !== QUOTE) offset += bytes[offset] === BACKSLASH ? 2 : 1
  return offset
}
