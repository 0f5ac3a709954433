/** Segments begin with a letter or a digit: no `..`, no hidden file, nothing absolute, nothing that needs an escape. */
const KEY = /^[A-Za-z0-9][\w.-]*(?:\/[A-Za-z0-9][\w.-]*)*$/
const LONGEST = 200

/** Returns whether a text may name a stored file: `avatars/3f2a.webp`. A key stands in an address as it is. */
export const isFileKey = (text: string): boolean => text.length <= LONGEST && KEY.test(text)

/**
 * Returns the second lock: stores check what callers should have checked. Returns the key, throws for any other text.
 */
export function assertFileKey(key: string): string {
  if (!isFileKey(key)) throw new Error(`not a file key: ${JSON.stringify(key.slice(0, LONGEST))}`)
  return key
}
