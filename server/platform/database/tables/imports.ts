/** Imports of products. */
import type { ColumnType } from 'kysely'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Json } from './json.ts'

export type ImportTables = {
  productImports: ProductImportsTable
  productImportChanges: ProductImportChangesTable
}

export type ProductImportsTable = {
  id: string
  catalogue: Catalogue
  fileName: string
  userId: string
  /** The number of rows with each result. */
  countsJson: Json
  importedAt: string
  /** Whether `productImportChanges` has what an undo needs: only for the last import into a catalogue. */
  isUndoable: boolean
  /** The outcome of the undo; `null` if nobody has undone it. */
  undoJson: ColumnType<unknown, string | null, string | null>
}

/** A product that the last import into a catalogue has saved. */
export type ProductImportChangesTable = {
  productId: string
  importId: string
  /** Its position in the file. */
  ordinal: number
  name: string
  /** The product's previous values and facts; `null` if the import created it. */
  beforeJson: ColumnType<unknown, string | null, string | null>
  /** The versions of the product and of its facts (0 without facts) that the import saved: others are later changes. */
  version: number
  factsVersion: number
}
