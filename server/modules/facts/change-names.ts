/** The change feed's names of what is known of products. */
import type { Catalogue } from '#contracts/vocabulary.ts'

/**
 * The attributes. Who saves facts locks it, too, so that no choice goes while it is chosen; it stands behind the
 * catalogues' names and before the submissions'.
 */
export const ATTRIBUTES_CHANGE = 'facts:attributes'

/** Returns the name of the facts of a catalogue's products. */
export const factsChange = (catalogue: Catalogue): string => `facts:${catalogue}`
