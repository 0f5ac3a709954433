/** What a JSON text is made of, found in one pass over its bytes: before a parser makes values of it. */

import {
  BACKSLASH,
  CLOSING_LIST,
  CLOSING_OBJECT,
  COLON,
  COMMA,
  OPENING_LIST,
  OPENING_OBJECT,
  QUOTE,
} from '#server/platform/json-bytes.ts'

type Visitor = {
  open?(at: number, isObject: boolean): void
  close?(at: number): void
  comma?(at: number): void
  colon?(at: number): void
}

/** Calls a visitor back for each bracket, comma and colon that stands in no text. */
function visitMarks(bytes: Uint8Array, visitor: Visitor): void {
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === QUOTE) at = findTextEnd(bytes, at)
    else if (byte === COMMA) visitor.comma?.(at)
    else if (byte === COLON) visitor.colon?.(at)
    else if (byte === OPENING_LIST || byte === OPENING_OBJECT) visitor.open?.(at, byte === OPENING_OBJECT)
    else if (byte === CLOSING_LIST || byte === CLOSING_OBJECT) visitor.close?.(at)
  }
}

/** Returns where the text ends that begins at a quote; behind the bytes if it doesn't. */
function findTextEnd(bytes: Uint8Array, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}

export type JsonOutline = { depth: number; values: number; keys: number }

/**
 * Measures a JSON text: how deep it nests, how many items and fields it has (a list or an object counts twice), how many
 * fields its largest object.
 */
export function measureJson(bytes: Uint8Array): JsonOutline {
  const outline: JsonOutline = { depth: 0, values: 1, keys: 0 }
  const keysByLevel: number[] = []
  let level = 0
  visitMarks(bytes, {
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

export type JsonPart = { path: string; bytes: number }

/** Levels below the whole that are named: `products`, `products.3`, `products.3.detailedDescription`. */
const NAMED_LEVELS = 3

type Level = { isObject: boolean; index: number; start: number; keyStart: number; key: string; largest: JsonPart[] }

/**
 * Returns the largest part of a JSON text, and the largest part of that, and so on as long as each has more than half of
 * what it is a part of; none for a text that has no parts.
 */
export function findLargestParts(bytes: Uint8Array): JsonPart[] {
  const levels: Level[] = []
  let depth = 0
  let whole: JsonPart[] = []

  /** Ends a level's current part; `inner` are the largest parts within it. */
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

  visitMarks(bytes, {
    open(at, isObject) {
      depth += 1
      if (depth > NAMED_LEVELS) return
      levels.push({ isObject, index: 0, start: at + 1, keyStart: at + 1, key: '', largest: [] })
      inner[depth] = []
    },
    colon(at) {
      const level = depth <= NAMED_LEVELS ? levels.at(-1) : undefined
      if (level) level.key = readKey(bytes.subarray(level.keyStart, at))
    },
    comma(at) {
      const level = depth <= NAMED_LEVELS ? levels.at(-1) : undefined
      if (level) endPart(level, at, inner[depth] ?? [])
      inner[depth] = []
    },
    close(at) {
      if (depth <= NAMED_LEVELS) {
        const level = levels.pop()
        if (level) endPart(level, at, inner[depth] ?? [])
        whole = level?.largest ?? []
        inner[depth - 1] = whole
      }
      depth -= 1
    },
  })
  let least = bytes.length / 2
  return whole.filter(({ bytes: size }, index) => {
    const isNamed = index === 0 || size > least
    least = isNamed ? size / 2 : Number.POSITIVE_INFINITY
    return isNamed
  })
}

const LONGEST_KEY = 60

function readKey(bytes: Uint8Array): string {
  const key = new TextDecoder().decode(bytes).trim().slice(1, -1)
  return key.length > LONGEST_KEY ? `${key.slice(0, LONGEST_KEY)}…` : key
}
