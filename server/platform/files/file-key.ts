/**
 * Segments start with a letter or digit, which excludes `..`, hidden files, absolute paths and characters to escape.
 */
const KEY = /^[A-Za-z0-9][\w.-]*(?:\/[A-Za-z0-9][\w.-]*)*$/
const MAX_LENGTH = 200

/** Returns whether a text is a valid key of a stored file: `avatars/3f2a.webp`. Keys appear in URLs unchanged. */
export const isFileKey = (text: string): boolean => text.length <= MAX_LENGTH && KEY.test(text)

/**
 * Returns a valid key; throws otherwise. Defence in depth: stores validate what callers should have validated.
 */
export function assertFileKey(key: string): string {
  if (!isFileKey(key)) throw new Error(`not a file key: ${JSON.stringify(key.slice(0, MAX_LENGTH))}`)
  return key
}
