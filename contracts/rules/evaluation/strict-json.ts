/** Strings and the structure of JSON; everything else is skipped. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],]/g

/**
 * Parses JSON and rejects objects with duplicate keys, as I-JSON requires (RFC 7493, section 2.3): parsers differ in which
 * of the values they use, so that a signed file with a forged second value would look different elsewhere. Throws a
 * `SyntaxError` if it isn't JSON, a `DuplicateKeyError` for a duplicate key.
 */
export function parseStrictJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  const duplicateKey = findDuplicateKey(text)
  if (duplicateKey !== undefined) throw new DuplicateKeyError(duplicateKey)
  return value
}

export class DuplicateKeyError extends Error {
  readonly key: string

  constructor(key: string) {
    super(`the key ${JSON.stringify(key)} is duplicate`)
    this.key = key
  }
}

/** Returns the first key that occurs twice in an object; `undefined` if there is none. The text must be valid JSON. */
function findDuplicateKey(text: string): string | undefined {
  /** The keys of the open objects; `undefined` for a list. */
  const openKeys: (Set<string> | undefined)[] = []
  let isKeyExpected = false
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{') openKeys.push(new Set())
    else if (token === '[') openKeys.push(undefined)
    else if (token === '}' || token === ']') openKeys.pop()
    const keys = openKeys.at(-1)
    if (isKeyExpected && keys && token.startsWith('"')) {
      // Two spellings of a key, one with escapes, are the same key.
      const key: unknown = JSON.parse(token)
      if (keys.has(String(key))) return String(key)
      keys.add(String(key))
    }
    isKeyExpected = keys !== undefined && (token === '{' || token === ',')
  }
  return undefined
}
