import type { Catalogue } from '#contracts/vocabulary.ts'

/** The change feed's name for a catalogue's rows. */
export const catalogueName = (catalogue: Catalogue): string => `catalogue:${catalogue}`
