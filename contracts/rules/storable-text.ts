/**
 * Returns whether a text can be stored without loss: no U+0000, which PostgreSQL refuses, and no lone surrogates, which
 * drivers silently replace.
 */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()
