const MASK = '••••••'

/** Returns a function that masks secrets in a text, also as they appear in JSON, URLs and Base64. */
export function createBlotting(secrets: readonly string[]): (text: string) => string {
  const spellings = secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
    ])
  // The longest first: one may be part of another.
  const ordered = [...new Set(spellings)].toSorted((one, other) => other.length - one.length)
  return (text) => ordered.reduce((masked, secret) => masked.replaceAll(secret, MASK), text)
}
