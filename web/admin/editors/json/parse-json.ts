import { ADMIN_MESSAGES } from '#contracts/messages.ts'
import { isObject, type Json } from '../json-path.ts'

/** Why a text is not a document: the sentence, and where in the text, as far as the browser says. */
export type JsonFault = { message: string; offset: number | undefined; line: number | undefined }

/** Parses a document's text. A text that is JSON but no object is no document. */
export function parseJson(text: string): { document: Json } | { fault: JsonFault } {
  try {
    const parsed: unknown = JSON.parse(text)
    if (isObject(parsed)) return { document: parsed }
    return { fault: { message: ADMIN_MESSAGES.jsonMalformed, offset: 0, line: 1 } }
  } catch (error) {
    return { fault: { message: ADMIN_MESSAGES.jsonMalformed, ...placeOf(text, String(error)) } }
  }
}

/** Browsers tell the place within their message: `at position 12`, or `at line 2 column 3`. */
function placeOf(text: string, message: string): Pick<JsonFault, 'offset' | 'line'> {
  const position = /position (\d+)/.exec(message)?.[1]
  if (position !== undefined) {
    const offset = Math.min(Number(position), text.length)
    return { offset, line: text.slice(0, offset).split('\n').length }
  }
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? []
  if (line === undefined) return /end of/i.test(message) ? atTheEnd(text) : { offset: undefined, line: undefined }
  const before = text.split('\n').slice(0, Number(line) - 1)
  return { offset: before.reduce((sum, row) => sum + row.length + 1, Number(column) - 1), line: Number(line) }
}

const atTheEnd = (text: string) => ({ offset: text.length, line: text.split('\n').length })
