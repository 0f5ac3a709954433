/** Imports of products, and the outcome of each row. */
import type { ColumnType, Generated } from 'kysely'
import type { ImportStatus, UndoSkipReason } from '#contracts/products/product-import.ts'
import type { KnownProducts, RowAction } from '#contracts/products/product-table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Json } from './json.ts'

export type ImportTables = {
  productImports: ProductImportsTable
  productImportRows: ProductImportRowsTable
  productImportChanges: ProductImportChangesTable
}

export type ProductImportsTable = {
  id: string
  catalogue: Catalogue
  /** `interrupted` isn't stored but derived from a missing heartbeat; see `heartbeatAt`. */
  status: Exclude<ImportStatus, 'interrupted'>
  fileName: string
  known: KnownProducts
  columnsJson: Json
  userId: string
  fingerprint: string
  /** The revisions of the catalogue and of its facts that the next save expects. */
  changes: number
  factChanges: number
  totalRows: number | null
  plannedRows: number
  countsJson: Json
  summaryJson: ColumnType<unknown, string | null, string | null>
  appliedRows: number
  /** The last saved row. */
  appliedOrdinal: number
  failure: string | null
  startedAt: string
  /** The last heartbeat of the node that processes the import. */
  heartbeatAt: string
  /** Whether the previous values of all saved products are stored. */
  isUndoable: Generated<boolean>
  /** Whether its author has closed the result. Its plan is deleted, and only what an undo needs is kept. */
  isClosed: Generated<boolean>
  /** The outcome so far of the undo, whose status is `undoing` or `undone`. */
  undoRemoved: Generated<number>
  undoRestored: Generated<number>
  undoSkipped: Generated<number>
  /** The last undone row; rows are undone from the last to the first. */
  undoOrdinal: number | null
  /** The name of the user who undid the import. */
  undoneByName: string | null
}

export type ProductImportRowsTable = {
  importId: string
  /** The position in the file, without the headings. */
  ordinal: number
  row: number
  action: RowAction
  name: string
  /** The row's reasons, hints and changes. */
  notesJson: Json
  /** The data to be saved for the row. */
  saveJson: ColumnType<unknown, string | null, string | null>
  /** The cells of a rejected row with their headings. */
  cellsJson: ColumnType<unknown, string | null, string | null>
}

/** A product that an import has saved. */
export type ProductImportChangesTable = {
  id: string
  importId: string
  /** The ordinal of the row. */
  ordinal: number
  productId: string
  name: string
  /** The product's previous values and facts; `null` if the import created it. */
  beforeJson: ColumnType<unknown, string | null, string | null>
  /** The digest of the saved values and facts, by which later changes are detected. */
  digest: string
  /** Why the undo left the product as it is. */
  skipReason: UndoSkipReason | null
}
