/** Replies that are one JSON object a line (NDJSON), whatever their content type says: n8n and Ollama stream like this. */
import { isObject } from '#contracts/rules/is-object.ts'
import { tryParseJson } from '#contracts/rules/try-parse-json.ts'
import { AgentError } from './agent-error.ts'

type Opening = { text: string; isEnded: boolean; isLines: boolean }

/**
 * Reads on until it is clear whether a reply is one object a line: its first line is an object, and another one begins
 * after it. Each part is looked at once, as a reply may come in very many.
 */
export async function readOpening(start: string, texts: AsyncGenerator<string>): Promise<Opening> {
  const parts = [start]
  let first = readFirstLine(start)
  for (;;) {
    const next = first?.rest.trimStart() ?? ''
    if (first?.isObject === false || next !== '')
      return { text: parts.join(''), isEnded: false, isLines: first?.isObject === true && next.startsWith('{') }
    const { value, done } = await texts.next()
    if (done) return { text: parts.join(''), isEnded: true, isLines: false }
    parts.push(value)
    if (first) first = { isObject: true, rest: value }
    else if (value.includes('\n')) first = readFirstLine(parts.join(''))
  }
}

/** Reads the first line, and returns what follows it; `undefined` if it has no end yet. */
function readFirstLine(text: string): { isObject: boolean; rest: string } | undefined {
  const visible = text.trimStart()
  const end = visible.indexOf('\n')
  if (end === -1) return undefined
  return { isObject: isObject(tryParseJson(visible.slice(0, end))), rest: visible.slice(end + 1) }
}

/** Returns the objects of a text that has one on each line; none if it isn't such a text. */
export function splitJsonLines(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.length > 1 && lines.every((line) => isObject(tryParseJson(line))) ? lines : []
}

/** Yields the lines of a reply of which the start was read. Throws `AgentError` for a line that is longer than `max`. */
export async function* readLines(start: string, texts: AsyncGenerator<string>, max: number): AsyncGenerator<string> {
  let parts: string[] = []
  let length = 0
  function* split(text: string): Generator<string> {
    for (const [index, piece] of text.split('\n').entries()) {
      if (index > 0) {
        yield parts.join('')
        parts = []
        length = 0
      }
      parts.push(piece)
      length += piece.length
      if (length > max) throw new AgentError('tooLarge')
    }
  }
  try {
    yield* split(start)
    for await (const text of texts) yield* split(text)
    yield parts.join('')
  } finally {
    // Whoever has read enough may never have come to the rest.
    await texts.return(undefined)
  }
}
