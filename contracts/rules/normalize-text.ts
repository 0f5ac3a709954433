/** Unicode's normal forms of texts that anybody may have written. */

/** Marks that follow a character, and others whose compatibility form begins with one. */
const MARK = '[\\p{M}\\u0e33\\u0eb3\\uff9e\\uff9f]'
const MANY_MARKS = new RegExp(`${MARK}{30}(?=${MARK})`, 'gu')
const GRAPHEME_JOINER = '\u034f'

/**
 * Separates every 30 marks from those that follow (UAX #15, "Stream-Safe Text Process"). Engines order the marks of a
 * character in quadratic time: 120,000 of them took a server 18 seconds.
 */
const toStreamSafe = (text: string): string => text.replaceAll(MANY_MARKS, `$&${GRAPHEME_JOINER}`)

/** Returns a text with composed characters (NFC). */
export const toNfc = (text: string): string => toStreamSafe(text).normalize('NFC')

/** Returns a text with composed characters, and common ones instead of those for compatibility, such as full width (NFKC). */
export const toNfkc = (text: string): string => toStreamSafe(text).normalize('NFKC')
