import canonicalize from 'canonicalize'

/**
 * Returns the canonical JSON of a value (RFC 8785): the same text for the same data, whoever writes it. Throws for what
 * JSON can't hold.
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('no JSON')
  return text
}
