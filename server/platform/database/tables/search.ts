/** What is found by texts that are too many to be held in memory. */

import type { Generated } from 'kysely'

/** A text that something is found by; `search_grams` has its pairs of characters, under the same `ordinal`. */
export type SearchTextsTable = {
  ordinal: Generated<number>
  collection: 'product-details' | 'product-facts'
  /** The id of what is found. */
  ownerId: string
  /** Which part of it this is: the key of an attribute, or '' for all of it. */
  part: string
  /** As `normalizeText` leaves it. */
  text: string
}
