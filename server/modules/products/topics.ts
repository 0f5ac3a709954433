/** The change feed's topics for products. */
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Topic } from '#server/platform/database/topics.ts'

/**
 * Returns the topic for members' ratings of a catalogue. They are neither edits nor part of its document.
 */
export const getRatingsTopic = (catalogue: Catalogue): Topic => `ratings:${catalogue}`

/** The change feed's topic of products that were deleted for good. */
export const PURGED_PRODUCTS_TOPIC: Topic = 'purged-products'
