import { IMPORT } from '#contracts/limits.ts'
import { type Pagination, toPagination } from '#contracts/pagination.ts'
import {
  IMPORT_ROWS_PER_PAGE,
  type ImportedRow,
  type ImportPageQuery,
  type ImportRowsQuery,
  type ProductImport,
  type UndoSkippedProduct,
} from '#contracts/products/product-import.ts'
import type { ImportPlan, RowAction } from '#contracts/products/product-table.ts'
import { PRODUCT_TABLE_MESSAGES as MESSAGES } from '#contracts/products/table-messages.ts'
import type { ExportQuery } from '#contracts/table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Actor } from '#server/platform/actor.ts'
import { notFound } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { toRowRange } from '#server/platform/database/row-range.ts'
import type { TableStream } from '#server/platform/tables/table.ts'
import { streamRejectedRows } from './rejected-rows.ts'
import { countPastImports, findImport, type ImportRow, listImports, listPastImports, listPlannedRows } from './store.ts'
import { countSkippedProducts, listSkippedProducts } from './undo/store.ts'
import { toImportedRow, toProductImport } from './view.ts'

/** An import, whose catalogue is part of its address. */
export type ImportReference = { catalogue: Catalogue; importId: string }

/** Creates the lists of imports, of their rows, and of what their undo has left as it is. */
export function createImportLists({ database, clock }: { database: Database; clock: Clock }) {
  /** Returns one of the user's imports. Throws `notFound`. */
  async function getOwnRow({ catalogue, importId }: ImportReference, actor: Actor): Promise<ImportRow> {
    const row = await findImport(database.read, importId)
    if (row?.userId !== actor.id || row.catalogue !== catalogue) throw notFound(MESSAGES.importNotFound)
    return row
  }

  /** Returns an import that has saved rows, of any user, or one of the user's. Throws `notFound`. */
  async function getVisibleRow({ catalogue, importId }: ImportReference, actor: Actor): Promise<ImportRow> {
    const row = await findImport(database.read, importId)
    const isVisible = row?.catalogue === catalogue && (row.userId === actor.id || row.appliedRows > 0)
    if (!isVisible) throw notFound(MESSAGES.importNotFound)
    return row
  }

  return {
    getOwnRow,
    getVisibleRow,

    /** Returns an import as it is now. Throws `notFound`. */
    async getCurrent(id: string): Promise<ProductImport> {
      const row = await findImport(database.read, id)
      if (!row) throw notFound(MESSAGES.importNotFound)
      return toProductImport(row, clock.now())
    },

    /** Returns one of the user's imports, or one of any user that has saved rows. Throws `notFound`. */
    get: async (reference: ImportReference, actor: Actor): Promise<ProductImport> =>
      toProductImport(await getVisibleRow(reference, actor), clock.now()),

    /** Lists a page of the imports of all users that have saved rows, newest first. */
    async listPast(
      catalogue: Catalogue,
      { page }: ImportPageQuery,
    ): Promise<{ items: ProductImport[]; pagination: Pagination }> {
      const limit = IMPORT.pastPerPage
      const totalItems = await countPastImports(database.read, catalogue)
      const rows = await listPastImports(database.read, catalogue, toRowRange(page, limit))
      return {
        items: rows.map((row) => toProductImport(row, clock.now())),
        pagination: toPagination(page, limit, totalItems),
      }
    },

    /** Lists the user's imports in a catalogue that aren't closed, newest first. */
    list: async (catalogue: Catalogue, actor: Actor): Promise<ProductImport[]> =>
      (await listImports(database.read, actor.id, catalogue)).map((row) => toProductImport(row, clock.now())),

    /** Lists a page of the planned rows. Throws `notFound`. */
    async listRows(
      reference: ImportReference,
      { action, page }: ImportRowsQuery,
      actor: Actor,
    ): Promise<{ items: ImportedRow[]; pagination: Pagination }> {
      const productImport = await getOwnRow(reference, actor)
      const { counts } = toProductImport(productImport, clock.now())
      const limit = IMPORT_ROWS_PER_PAGE
      const rows = await listPlannedRows(database.read, reference.importId, { action, ...toRowRange(page, limit) })
      const totalItems = countRows(counts, action)
      const pagination = toPagination(page, limit, totalItems)
      return { items: rows.map((row) => toImportedRow(row, productImport)), pagination }
    },

    /** Streams the rejected rows as a file that can be imported like the uploaded one, but without its settings. Throws `notFound`. */
    async exportRejected(
      reference: ImportReference,
      { format }: ExportQuery,
      actor: Actor,
    ): Promise<TableStream & { name: string }> {
      const row = await getOwnRow(reference, actor)
      const { summary, fileName } = toProductImport(row, clock.now())
      const file = streamRejectedRows(database.read, { importId: row.id, summary, format })
      return { ...file, name: `${fileName.replace(/\.[^.]*$/, '')}-被拒绝的行` }
    },

    /** Lists a page of the products that the undo of an import has left as they are. Throws `notFound`. */
    async listUndoSkipped(
      reference: ImportReference,
      { page }: ImportPageQuery,
      actor: Actor,
    ): Promise<{ items: UndoSkippedProduct[]; pagination: Pagination }> {
      await getVisibleRow(reference, actor)
      const limit = IMPORT_ROWS_PER_PAGE
      const totalItems = await countSkippedProducts(database.read, reference.importId)
      const rows = await listSkippedProducts(database.read, reference.importId, toRowRange(page, limit))
      return {
        items: rows.map(({ productId, name, skipReason }) => ({ id: productId, name, reason: skipReason })),
        pagination: toPagination(page, limit, totalItems),
      }
    },
  }
}

const countRows = (counts: ImportPlan['counts'], action: RowAction | undefined): number =>
  action === undefined ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[action]
