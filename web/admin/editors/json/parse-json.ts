import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { isObject, type JsonObject } from '#contracts/rules/is-object.ts'

/** A syntax error with its position. Lines are counted from 1. */
export type JsonError = { message: string; offset: number; line: number }

/** Parses the text of a document. Returns an error for invalid JSON and for JSON that isn't an object. */
export function parseJson(text: string): { document: JsonObject } | { error: JsonError } {
  try {
    const parsed: unknown = JSON.parse(text)
    if (isObject(parsed)) return { document: parsed }
    return createError(text, 0)
  } catch {
    return createError(text, findErrorOffset(text))
  }
}

const createError = (text: string, offset: number): { error: JsonError } => ({
  error: { message: ADMIN_MESSAGES.jsonMalformed, offset, line: text.slice(0, offset).split('\n').length },
})

const WHITESPACE = /[ \t\n\r]*/y
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y
const SCALAR =
  /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** Returns the offset of the first JSON syntax error (RFC 8259), which browsers report differently or not at all. */
function findErrorOffset(text: string): number {
  let index = 0
  const consume = (pattern: RegExp): boolean => {
    pattern.lastIndex = index
    const isMatch = pattern.test(text)
    if (isMatch) index = pattern.lastIndex
    return isMatch
  }
  const parseMembers = (close: RegExp, parseMember: () => boolean): boolean => {
    consume(WHITESPACE)
    if (consume(close)) return true
    do {
      consume(WHITESPACE)
      if (!parseMember()) return false
      consume(WHITESPACE)
    } while (consume(/,/y))
    return consume(close)
  }
  const parseProperty = () =>
    consume(STRING) && consume(WHITESPACE) && consume(/:/y) && consume(WHITESPACE) && parseValue()
  const parseValue = (): boolean => {
    if (consume(/\{/y)) return parseMembers(/\}/y, parseProperty)
    if (consume(/\[/y)) return parseMembers(/\]/y, parseValue)
    return consume(SCALAR)
  }
  consume(WHITESPACE)
  parseValue()
  consume(WHITESPACE)
  return index
}
