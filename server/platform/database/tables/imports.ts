/** Imports of products, and the outcome of each row. */
import type { ColumnType } from 'kysely'
import type { ImportStatus } from '#contracts/products/product-import.ts'
import type { KnownProducts, RowAction } from '#contracts/products/product-table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Json } from './json.ts'

export type ImportTables = {
  productImports: ProductImportsTable
  productImportRows: ProductImportRowsTable
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
}
