/** A character that is visible, unlike blanks, zero-width characters, and the fillers of Hangul and Braille. */
const VISIBLE_CHARACTER = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Returns whether a text has a visible character. Nobody can read or click a name without one. */
export const hasVisibleText = (text: string): boolean => VISIBLE_CHARACTER.test(text)
