/** A part of a text: from an index up to, but not including, another. */
export type TextRange = { from: number; to: number }
