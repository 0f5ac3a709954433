/**
 * Single-line texts: a line break in a mail header starts another header (header injection), and one in a name breaks
 * tables. Embeddings, overrides and isolates of text direction would reorder what follows the text on its line
 * (`txt.exe` is displayed as `exe.txt`); right-to-left letters and marks are allowed.
 */
const CONTROL_CHARACTERS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

/** Returns a text as a single line, without control characters. */
export const toSingleLine = (text: string): string => text.replaceAll(CONTROL_CHARACTERS, ' ').trim()

/** Returns whether a text has neither line breaks nor other control characters. */
export const isSingleLine = (text: string): boolean => text.search(CONTROL_CHARACTERS) === -1
