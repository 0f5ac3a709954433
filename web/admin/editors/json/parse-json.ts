import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { isObject, type JsonObject } from '#contracts/rules/is-object.ts'

/** Why a text is not a document: the sentence, and where in the text (line from 1). */
export type JsonFault = { message: string; offset: number; line: number }

/** Parses a document's text. A text that is JSON but no object is no document. */
export function parseJson(text: string): { document: JsonObject } | { fault: JsonFault } {
  try {
    const parsed: unknown = JSON.parse(text)
    if (isObject(parsed)) return { document: parsed }
    return faultAt(text, 0)
  } catch {
    return faultAt(text, faultOffset(text))
  }
}

const faultAt = (text: string, offset: number): { fault: JsonFault } => ({
  fault: { message: ADMIN_MESSAGES.jsonMalformed, offset, line: text.slice(0, offset).split('\n').length },
})

const BLANK = /[ \t\n\r]*/y
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y
const SCALAR =
  /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** Where a text stops being JSON (RFC 8259). Browsers tell it in words of their own, or not at all. */
function faultOffset(text: string): number {
  let at = 0
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const isThere = pattern.test(text)
    if (isThere) at = pattern.lastIndex
    return isThere
  }
  const members = (close: RegExp, member: () => boolean): boolean => {
    take(BLANK)
    if (take(close)) return true
    do {
      take(BLANK)
      if (!member()) return false
      take(BLANK)
    } while (take(/,/y))
    return take(close)
  }
  const property = () => take(STRING) && take(BLANK) && take(/:/y) && take(BLANK) && value()
  const value = (): boolean => {
    if (take(/\{/y)) return members(/\}/y, property)
    if (take(/\[/y)) return members(/\]/y, value)
    return take(SCALAR)
  }
  take(BLANK)
  value()
  take(BLANK)
  return at
}
