import canonicalize from 'canonicalize'

/**
 * Returns the canonical JSON of a value (RFC 8785), which is identical for identical data. Throws for values that JSON
 * can't represent.
 */
export function toCanonicalJson(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('The value has no JSON representation')
  return text
}

/** Returns `undefined` for data without a canonical form, such as half of a surrogate pair; the platform never signs these. */
export function tryToCanonicalJson(value: unknown): string | undefined {
  try {
    return toCanonicalJson(value)
  } catch {
    return undefined
  }
}
