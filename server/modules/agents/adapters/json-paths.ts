/** Finds values in replies by JSONPath (RFC 9535). */
import { JSONPathEnvironment, JSONPathError, type JSONPathQuery } from 'json-p3'

const environment = new JSONPathEnvironment()
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

/** Returns the values that a path finds; none for ''. */
export function findValues(path: string, value: unknown): unknown[] {
  if (path === '' || value === null || typeof value !== 'object') return []
  const found: unknown[] = []
  for (const { value: item } of compile(path).query(toJson(value))) found.push(item)
  return found
}

type Json = Parameters<JSONPathQuery['query']>[0]
/** Parsed JSON, which the library's type describes. */
const toJson = (value: object): Json => value as Json

/** Returns values as one text: texts as they are, all else as JSON; nothing for `null`. */
export const toText = (values: readonly unknown[], separator: string): string =>
  values
    .filter((value) => value !== null && value !== undefined)
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join(separator)

/** Returns the first value that is a number, also if it is written as a text; `undefined` otherwise. */
export function findNumber(path: string, value: unknown): number | undefined {
  for (const found of findValues(path, value)) {
    const number = typeof found === 'string' && found.trim() !== '' ? Number(found) : found
    if (typeof number === 'number' && Number.isFinite(number) && number >= 0) return number
  }
  return undefined
}
