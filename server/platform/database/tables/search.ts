import type { Generated } from 'kysely'

export type SearchTables = { searchTexts: SearchTextsTable; comparedNames: ComparedNamesTable }

/** The long texts of products, which are searched in the database (`text-indexes.ts`). */
type SearchTextsTable = {
  ordinal: Generated<number>
  productId: string
  /** The key of an attribute, for its facts; '' for capabilities, specifications and descriptions. */
  part: string
  /** Folded by `foldTexts`. */
  text: string
}

/** The names of an agent or a submission, as `name-similarity.ts` compares them to detect possible duplicates. */
type ComparedNamesTable = {
  ordinal: Generated<number>
  productId: string | null
  submissionId: string | null
  nameKey: string
  readingKey: string
  companyKey: string
}
