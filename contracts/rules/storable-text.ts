/**
 * Returns whether a text can be stored without loss: no U+0000, which PostgreSQL refuses, and no lone surrogates, which
 * drivers silently replace.
 */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()

/** Returns the start of a text of agents and runners as it can be stored: what can't be is `\ufffd`, not refused. */
export const toStorableStart = (text: string, max: number): string =>
  text.slice(0, max).toWellFormed().replaceAll('\u0000', '\ufffd')
