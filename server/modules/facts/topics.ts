/** The change feed's topics for facts about products. */
import type { Catalogue } from '#contracts/vocabulary.ts'

/**
 * The topic of the attributes. It is also locked while facts are saved, so that a choice can't be removed while it is
 * used. Lock order: after the catalogues' topics, before those of submissions.
 */
export const ATTRIBUTES_TOPIC = 'facts:attributes'

/** Returns the topic of the facts of a catalogue's products. */
export const getFactsTopic = (catalogue: Catalogue): string => `facts:${catalogue}`
