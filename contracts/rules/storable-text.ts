/**
 * Whether a text can be kept and given back to the letter: no U+0000, which PostgreSQL takes in no text, and no half of
 * a surrogate pair, which UTF-8 can't write and drivers silently replace.
 */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()
