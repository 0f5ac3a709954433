/** Finds values in replies by JSONPath (RFC 9535). */
import { JSONPathEnvironment, JSONPathError, type JSONPathQuery } from 'json-p3'
import { AGENTS } from '#contracts/limits.ts'

// The library counts the reply itself as a level, and stops before its limit.
const environment = new JSONPathEnvironment({ maxRecursionDepth: AGENTS.parsedDepth + 2 })
// Regular expressions of people against texts of agents could take for ever.
environment.functionRegister.delete('match')
environment.functionRegister.delete('search')

const compiled = new Map<string, JSONPathQuery>()
const COMPILED_MAX = 200

function compile(path: string): JSONPathQuery {
  const known = compiled.get(path)
  if (known) return known
  if (compiled.size >= COMPILED_MAX) compiled.clear()
  const query = environment.compile(path)
  compiled.set(path, query)
  return query
}

/** Returns whether a path can be evaluated. */
export function isWellFormed(path: string): boolean {
  try {
    compile(path)
    return true
  } catch (error) {
    if (error instanceof JSONPathError) return false
    throw error
  }
}

/** The path of a reply that is nothing but what the agent says. */
export const WHOLE_REPLY = '$'

/** Finds the values of a path one by one, so that the search can end early; none for ''. */
export function* findValues(path: string, value: unknown): Generator<unknown> {
  if (path === WHOLE_REPLY) return yield value
  if (path === '' || value === null || typeof value !== 'object') return
  for (const { value: item } of compile(path).lazyQuery(toJson(value))) yield item
}

type Json = Parameters<JSONPathQuery['lazyQuery']>[0]
/** Parsed JSON, which the library's type describes. */
const toJson = (value: object): Json => value as Json

/** Returns a value as a text: a text as it is, all else as JSON; '' for `null`. */
export function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Returns the values that a path finds as one text, as far as it is kept; `undefined` if it finds none. */
export function findText(path: string, value: unknown, separator: string): string | undefined {
  const texts: string[] = []
  let length = 0
  let isFound = false
  for (const found of findValues(path, value)) {
    isFound = true
    if (found === null) continue
    const text = toText(found)
    texts.push(text)
    length += text.length
    if (length > AGENTS.keptLength) break
  }
  return isFound ? texts.join(separator) : undefined
}

/** Returns whether a path finds anything that is true. */
export function findsTruth(path: string, value: unknown): boolean {
  for (const found of findValues(path, value)) if (found) return true
  return false
}

/** Returns the first value that is a number, also if it is written as a text; `undefined` otherwise. */
export function findNumber(path: string, value: unknown): number | undefined {
  for (const found of findValues(path, value)) {
    const number = typeof found === 'string' && found.trim() !== '' ? Number(found) : found
    if (typeof number === 'number' && Number.isFinite(number) && number >= 0) return number
  }
  return undefined
}
