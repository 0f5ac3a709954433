/** The change feed's topics of what is known of products. */
import type { Catalogue } from '#contracts/vocabulary.ts'

/**
 * The attributes. Who saves facts locks it, too, so that no choice goes while it is chosen; it stands behind the
 * catalogues' topics and before the submissions'.
 */
export const ATTRIBUTES_TOPIC = 'facts:attributes'

/** Returns the topic of the facts of a catalogue's products. */
export const factsTopic = (catalogue: Catalogue): string => `facts:${catalogue}`
