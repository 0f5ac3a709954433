/**
 * Single-line texts: a line break in a mail header starts another header (header injection), and one in a name breaks
 * tables.
 */
const CONTROL_CHARACTERS = /[\p{Cc}\u2028\u2029]+/gu
/** Embeddings, overrides and isolates of text direction, which are invisible. */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]+/g

/**
 * Removes what would reorder the text around a name on its line: with an override before it, `txt.exe` is displayed as
 * `exe.txt`. Right-to-left letters stay, and so do the marks (U+200E, U+200F, U+061C) that such texts need next to
 * punctuation: a mark acts like a single invisible letter.
 */
export const withoutDirectionControls = (text: string): string => text.replaceAll(DIRECTION_CONTROLS, '')

/** Characters without a glyph of their own, among them zero-width ones, joiners, direction marks and variation selectors. */
const INVISIBLE_CHARACTERS = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]+/gu

/**
 * Removes all invisible characters from a name, so that two names that look the same are the same. An emoji that is
 * joined from several is displayed as its parts; other texts keep it.
 */
export const withoutInvisibleCharacters = (name: string): string => name.replaceAll(INVISIBLE_CHARACTERS, '')

/** Returns a text with spaces in place of line breaks and other control characters. */
export const withoutLineBreaks = (text: string): string => text.replaceAll(CONTROL_CHARACTERS, ' ')

/** Returns a text as a single line, without control characters and direction controls. */
export const toSingleLine = (text: string): string => withoutLineBreaks(withoutDirectionControls(text)).trim()

/** Returns whether a text has neither line breaks nor other control characters. */
export const isSingleLine = (text: string): boolean => text.search(CONTROL_CHARACTERS) === -1
