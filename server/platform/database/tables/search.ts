/** What is found by texts that are too many to be held in memory. */
import type { Catalogue } from '#contracts/vocabulary.ts'

export type SearchTables = {
  catalogueSnapshots: CatalogueSnapshotsTable
  searchTexts: SearchTextsTable
}

/** What a node keeps of a catalogue's index, in parts, to begin with it after a start (`index-snapshot.ts`). */
export type CatalogueSnapshotsTable = { catalogue: Catalogue; position: number; content: string }

/** A text that something is found by; `search_grams` has its pairs of characters, under the same `ordinal`. */
export type SearchTextsTable = {
  /** The product's number and the text's field (`text-fields.ts` of the search). */
  ordinal: number
  /** `product-letters` holds readings; all others are texts as `normalizeText` leaves them. */
  collection: 'product-names' | 'product-letters' | 'product-details' | 'product-facts'
  /** The id of what is found. */
  ownerId: string
  /** Which part of it this is: the key of an attribute, `name` or `rest`, or '' for all of it. */
  part: string
  text: string
}
