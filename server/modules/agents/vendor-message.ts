import { isObject } from '#contracts/rules/is-object.ts'
import { toSingleLine } from '#contracts/rules/single-line.ts'
import { tryParseJson } from '#contracts/rules/try-parse-json.ts'

/** The maximum length of an agent's own message that is shown. */
const MAX_LENGTH = 300

/** The fields in which APIs say what went wrong, in the order in which they are believed. */
const FIELDS = ['message', 'msg', 'error_msg', 'errmsg', 'detail', 'error_description', 'statusText', 'error'] as const

/** Returns a text on one line, cut to what a message can contain. */
export const toExcerpt = (text: string, max = MAX_LENGTH): string => {
  const line = toSingleLine(text.slice(0, max * 2))
  return line.length > max ? `${line.slice(0, max).toWellFormed()}……` : line
}

/** Returns what an error's body says; '' if it says nothing. */
export function findVendorMessage(body: unknown): string {
  if (typeof body === 'string') return toExcerpt(body)
  if (!isObject(body)) return ''
  if (isObject(body.error)) {
    const inner = findVendorMessage(body.error)
    if (inner !== '') return inner
  }
  for (const field of FIELDS) {
    const value = body[field]
    if (typeof value === 'string' && value.trim() !== '') return toExcerpt(value)
  }
  return ''
}

/** Returns what an error's body says, which may be JSON or text, but no page. */
export function readVendorMessage(text: string): string {
  const parsed = tryParseJson(text)
  if (parsed !== undefined) return findVendorMessage(parsed)
  return /^\s*</.test(text) ? '' : toExcerpt(text)
}
