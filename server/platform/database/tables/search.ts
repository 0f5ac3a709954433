/** Search texts, which are too large to be held in memory. */
import type { Catalogue } from '#contracts/vocabulary.ts'

export type SearchTables = {
  catalogueSnapshots: CatalogueSnapshotsTable
  searchTexts: SearchTextsTable
}

/** Snapshots of a catalogue's index, in parts, which a node loads at its start (`index-snapshot.ts`). */
export type CatalogueSnapshotsTable = { catalogue: Catalogue; position: number; content: string }

/** Searchable texts; `search_grams` contains their bigrams under the same `ordinal`. */
export type SearchTextsTable = {
  /** The product's number and the text's field (`text-fields.ts` of the search). */
  ordinal: number
  /** `product-letters` contains pinyin; all others are texts normalized by `normalizeText`. */
  collection: 'product-names' | 'product-letters' | 'product-details' | 'product-facts'
  /** The id of the product that the text belongs to. */
  ownerId: string
  /** The part of the product: the key of an attribute, `name` or `rest`, or '' for all of it. */
  part: string
  text: string
}
