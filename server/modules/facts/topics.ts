/** The change feed's topics for facts about products. */
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Topic } from '#server/platform/database/topics.ts'

/**
 * The topic of the attributes. It is also locked while facts are saved, so that a choice can't be removed while it is
 * used. Lock order: after the catalogues' topics, before those of submissions.
 */
export const ATTRIBUTES_TOPIC: Topic = 'facts:attributes'

/** Returns the topic for a catalogue's rows, of which facts imply some values (`deriveFormValues`). */
export const getCatalogueTopic = (catalogue: Catalogue): Topic => `catalogue:${catalogue}`

/** Returns the topic of the facts of a catalogue's products. */
export const getFactsTopic = (catalogue: Catalogue): Topic => `facts:${catalogue}`
