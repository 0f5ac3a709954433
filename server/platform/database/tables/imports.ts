/** Imports of products, and what they make of each row. */
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
  /** One that says nothing any more was interrupted; see `beatAt`. */
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
  /** The last row that is saved. */
  appliedOrdinal: number
  failure: string | null
  startedAt: string
  /** When whoever works on it last said so. */
  beatAt: string
}

export type ProductImportRowsTable = {
  importId: string
  ordinal: number
  row: number
  act: RowAction
  name: string
  /** Its reasons, hints and changes. */
  notesJson: Json
  /** What is to be saved of it. */
  saveJson: ColumnType<unknown, string | null, string | null>
}
