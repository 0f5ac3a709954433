import type { RawBuilder } from 'kysely'

/** A text column and its index, joined by the row's `ordinal`. */
export type TextIndex = { readonly table: string; readonly column: string; readonly grams: string }

/** The column whose values a search lists, of the rows that meet a condition. */
export type ListedColumn = { column: string; condition: RawBuilder<boolean> | undefined }

/** Pads the last character of a text to a bigram. */
const END = 0

/** Returns the index terms of a text, in order; the index stores their positions on SQLite. */
export function toTerms(text: string): string[] {
  const terms: string[] = []
  for (let index = 0; index < text.length; index += 1)
    terms.push(toHex(text.charCodeAt(index)) + toHex(index + 1 < text.length ? text.charCodeAt(index + 1) : END))
  return terms
}

/** Returns the index terms of a text, in order, as one text. */
export const toGrams = (text: string): string => toTerms(text).join(' ')

/** Caches the encodings of code units, since a long text has tens of thousands. */
const hexCodes = new Array<string | undefined>(65_536)

/** Returns a code unit in the form in which terms begin with it. */
export function toHex(codeUnit: number): string {
  const encoded = hexCodes[codeUnit] ?? codeUnit.toString(16).padStart(4, '0')
  hexCodes[codeUnit] = encoded
  return encoded
}
