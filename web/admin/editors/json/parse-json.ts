import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { isObject, type JsonObject } from '#contracts/rules/is-object.ts'

/** A syntax error: its message and position (lines from 1). */
export type JsonError = { message: string; offset: number; line: number }

/** Parses the text of a document. Returns an error for invalid JSON and for JSON that isn't an object. */
export function parseJson(text: string): { document: JsonObject } | { error: JsonError } {
  try {
    const parsed: unknown = JSON.parse(text)
    if (isObject(parsed)) return { document: parsed }
    return errorAt(text, 0)
  } catch {
    return errorAt(text, errorOffset(text))
  }
}

const errorAt = (text: string, offset: number): { error: JsonError } => ({
  error: { message: ADMIN_MESSAGES.jsonMalformed, offset, line: text.slice(0, offset).split('\n').length },
})

const BLANK = /[ \t\n\r]*/y
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y
const SCALAR =
  /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** Returns the offset of the first JSON syntax error (RFC 8259), which browsers report differently or not at all. */
function errorOffset(text: string): number {
  let index = 0
  const consume = (pattern: RegExp): boolean => {
    pattern.lastIndex = index
    const isThere = pattern.test(text)
    if (isThere) index = pattern.lastIndex
    return isThere
  }
  const parseMembers = (close: RegExp, member: () => boolean): boolean => {
    consume(BLANK)
    if (consume(close)) return true
    do {
      consume(BLANK)
      if (!member()) return false
      consume(BLANK)
    } while (consume(/,/y))
    return consume(close)
  }
  const parseProperty = () => consume(STRING) && consume(BLANK) && consume(/:/y) && consume(BLANK) && parseValue()
  const parseValue = (): boolean => {
    if (consume(/\{/y)) return parseMembers(/\}/y, parseProperty)
    if (consume(/\[/y)) return parseMembers(/\]/y, parseValue)
    return consume(SCALAR)
  }
  consume(BLANK)
  parseValue()
  consume(BLANK)
  return index
}
