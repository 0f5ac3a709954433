/** Streams the items of a list in a JSON file: each is parsed separately, so that only one is in memory. */
import { createReadStream } from 'node:fs'
import { BODY } from '#contracts/limits.ts'
import { TABLE_MESSAGES } from '#contracts/messages/table.ts'
import { parseJsonBody } from '#server/platform/http/bodies/json-body.ts'
import { AppError, invalid } from '../app-error.ts'
import {
  BACKSLASH,
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COLON,
  COMMA,
  OPENING_BRACE,
  OPENING_BRACKET,
  QUOTE,
} from '../json-bytes.ts'

/** The keys of the list in a content document, its export, or a reply of our API. */
const WRAPPERS: readonly string[] = ['products', 'aiProducts', 'data']
const MAX_WRAPPER_LENGTH = 20

/**
 * Yields the items of a list, or of the list in a content document or a reply. Throws `invalid` if it isn't a list
 * that may be read, and `payloadTooLarge` if an item is too large.
 */
export async function* readJsonItems(path: string): AsyncGenerator<unknown> {
  const scanner = createScanner()
  for await (const chunk of createReadStream(path)) for (const item of scanner.scan(chunk)) yield parseItem(item)
  const { isComplete, hasList, envelope } = scanner.end()
  // The text around the list is parsed, too, since it may be malformed.
  if (!isComplete) throw invalid(TABLE_MESSAGES.jsonMalformed)
  parseItem(envelope)
  if (!hasList) throw invalid(TABLE_MESSAGES.jsonNotAList)
}

function parseItem(text: Buffer): unknown {
  try {
    return parseJsonBody(text)
  } catch (error) {
    throw error instanceof AppError && error.code === 'malformedJson' ? invalid(TABLE_MESSAGES.jsonMalformed) : error
  }
}

/** A bracket of the list, or a comma between its items. */
type ListToken = 'begin' | 'comma' | 'end'

/** Splits the list of a JSON text into the texts of its items, chunk by chunk. */
function createScanner() {
  let isInString = false
  let isEscaped = false
  let depth = 0
  /** The depth of the objects that wrap the list. */
  let wrapperDepth = 0
  /** The depth of the list's items; 0 before the list starts, -1 after it ends. */
  let listDepth = 0
  let key = ''
  let hasWrapperKey = false
  let hasComma = false
  const envelope = createCollector(BODY.document)
  const item = createCollector(BODY.document)

  /** Processes an opening bracket; returns a token if it starts the list. */
  function open(isList: boolean): ListToken | undefined {
    const isListOrWrapper = listDepth === 0 && wrapperDepth === depth && (depth === 0 || hasWrapperKey)
    hasWrapperKey = false
    depth += 1
    if (isListOrWrapper && isList) {
      listDepth = depth
      return 'begin'
    }
    if (isListOrWrapper) wrapperDepth = depth
    return undefined
  }

  /** Processes a closing bracket; returns a token if it ends the list. */
  function close(): ListToken | undefined {
    const isListEnd = depth === listDepth
    depth -= 1
    if (!isListEnd) return undefined
    listDepth = -1
    return 'end'
  }

  /** Processes a byte outside strings. */
  function visit(byte: number): ListToken | undefined {
    switch (byte) {
      case QUOTE:
        isInString = true
        key = ''
        return undefined
      case COLON:
        if (listDepth === 0 && depth === wrapperDepth) hasWrapperKey = WRAPPERS.includes(key)
        return undefined
      case OPENING_BRACKET:
      case OPENING_BRACE:
        return open(byte === OPENING_BRACKET)
      case CLOSING_BRACKET:
      case CLOSING_BRACE:
        return close()
      case COMMA:
        return depth === listDepth ? 'comma' : undefined
      default:
        return undefined
    }
  }

  /** Processes a byte of a string; short strings are collected, since they may be keys. */
  function visitStringByte(byte: number): void {
    if (isEscaped) isEscaped = false
    else if (byte === BACKSLASH) isEscaped = true
    else if (byte === QUOTE) isInString = false
    else if (listDepth === 0 && key.length < MAX_WRAPPER_LENGTH) key += String.fromCharCode(byte)
  }

  /** Yields the tokens of a chunk with their offsets. */
  function* findListTokens(chunk: Buffer): Generator<{ token: ListToken; offset: number }> {
    for (let offset = 0; offset < chunk.length; offset += 1) {
      const byte = chunk[offset] ?? 0
      if (isInString) visitStringByte(byte)
      else {
        const token = visit(byte)
        if (token) yield { token, offset }
      }
    }
  }

  /** Yields the item that ends at a token. An empty list has no item, a comma has one on either side. */
  function* endItem(token: ListToken): Generator<Buffer> {
    const text = item.take()
    if (hasComma || token === 'comma' || !isBlank(text)) yield text
    hasComma = true
  }

  return {
    *scan(chunk: Buffer): Generator<Buffer> {
      let start = 0
      for (const { token, offset } of findListTokens(chunk)) {
        if (token === 'begin') envelope.add(chunk.subarray(start, offset + 1))
        else {
          item.add(chunk.subarray(start, offset))
          yield* endItem(token)
        }
        start = token === 'end' ? offset : offset + 1
      }
      const rest = listDepth > 0 ? item : envelope
      rest.add(chunk.subarray(start))
    },
    end: () => ({
      isComplete: depth === 0 && !isInString,
      hasList: listDepth === -1,
      envelope: envelope.take(),
    }),
  }
}

const isBlank = (text: Buffer) => text.toString('latin1').trim() === ''

/** Collects bytes up to a limit, and throws `payloadTooLarge` beyond it. */
function createCollector(maxBytes: number) {
  let chunks: Buffer[] = []
  let bytes = 0
  return {
    add(chunk: Buffer) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new AppError('payloadTooLarge', TABLE_MESSAGES.jsonItemTooLarge)
      if (chunk.length > 0) chunks.push(Buffer.from(chunk))
    },
    take(): Buffer {
      const collected = Buffer.concat(chunks)
      chunks = []
      bytes = 0
      return collected
    },
  }
}
