import type { Generated } from 'kysely'

export type SearchTables = { searchTexts: SearchTextsTable }

/** The long texts of products, which are searched in the database (`text-indexes.ts`). */
export type SearchTextsTable = {
  ordinal: Generated<number>
  productId: string
  /** The key of an attribute, for its facts; '' for capabilities, specifications and descriptions. */
  part: string
  /** Folded by `foldTexts`. */
  text: string
}
