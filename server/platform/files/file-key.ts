/** Segments begin with a letter or a digit: no `..`, no hidden file, nothing absolute, nothing that needs an escape. */
const KEY = /^[A-Za-z0-9][\w.-]*(?:\/[A-Za-z0-9][\w.-]*)*$/
const MAX_LENGTH = 200

/** Returns whether a text is a valid key of a stored file: `avatars/3f2a.webp`. Keys appear in URLs unchanged. */
export const isFileKey = (text: string): boolean => text.length <= MAX_LENGTH && KEY.test(text)

/**
 * Returns the second lock: stores check what callers should have checked. Returns the key, throws for any other text.
 */
export function assertFileKey(key: string): string {
  if (!isFileKey(key)) throw new Error(`not a file key: ${JSON.stringify(key.slice(0, MAX_LENGTH))}`)
  return key
}
