/** Streams the export of a catalogue from the database, in pages of products with their facts. */
import type { EditorFact } from '#contracts/facts/fact.ts'
import type { Caller } from '#contracts/permissions.ts'
import { type EditorProduct, EditorProductSchema } from '#contracts/products/product.ts'
import { findColumn } from '#contracts/products/product-columns.ts'
import type { TableFormat } from '#contracts/table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import { hideContacts } from '#server/platform/hide-contacts.ts'
import type { TableColumn, TableStream } from '#server/platform/tables/table.ts'
import { streamTable } from '#server/platform/tables/write-table.ts'
import { assertFitsCell, MAX_CELL_LENGTH } from '#server/platform/tables/xlsx.ts'
import type { ProductService } from '../service.ts'
import { listExportColumns } from './export-columns.ts'

type Dependencies = { database: Database; products: ProductService; facts: FactService }
type Row = { product: EditorProduct; facts: readonly EditorFact[] }

export type ExportedProducts = {
  catalogue: Catalogue
  format: TableFormat
  /** The products that match a filter; `undefined` for all. */
  ids: ReadonlySet<string> | undefined
  caller: Caller
}

/**
 * Streams products as a file from one snapshot of the database. Throws `invalid` before the first byte if a value is
 * too long for an Excel cell.
 */
export async function exportProducts(
  { database, products, facts }: Dependencies,
  { catalogue, format, ids, caller }: ExportedProducts,
): Promise<TableStream> {
  const factTable = await facts.createTable(catalogue, (heading) => findColumn(heading) !== undefined)
  const columns: TableColumn<Row>[] = [...listExportColumns(format, caller), ...factTable.listColumns(format)]

  async function toRows(db: Queryable, page: readonly EditorProduct[]): Promise<Row[]> {
    const factsByProduct = await facts.listForEditing(
      page.map(({ id }) => id),
      db,
    )
    return page.map((product) => ({
      product: hideContacts(EditorProductSchema, product, caller),
      facts: factsByProduct.get(product.id) ?? [],
    }))
  }

  async function* readPages(): AsyncGenerator<Row[]> {
    const snapshot = await database.openSnapshot()
    try {
      for await (const page of products.streamForEditing(snapshot.read, catalogue, ids))
        yield await toRows(snapshot.read, page)
    } finally {
      await snapshot.close()
    }
  }

  /** Returns the rows of a page with a cell that may be too long, by product. */
  async function listLongRows(page: readonly { id: string; length: number }[]): Promise<ReadonlyMap<string, Row>> {
    const lengths = await facts.measureLengths(page.map(({ id }) => id))
    // Excel counts some characters as two.
    const isLong = (length: number) => length * 2 > MAX_CELL_LENGTH
    const longIds = page.filter(({ id, length }) => isLong(length) || isLong(lengths.get(id) ?? 0)).map(({ id }) => id)
    if (longIds.length === 0) return new Map()
    const rows = await toRows(database.read, await products.listNamed(catalogue, longIds))
    return new Map(rows.map((row) => [row.product.id, row]))
  }

  /** Throws `invalid` if a value is too long for an Excel cell. Reads only products with long texts. */
  async function assertFitsExcel(): Promise<void> {
    let row = 1
    for await (const page of products.streamLengths(database.read, catalogue)) {
      const exported = ids ? page.filter(({ id }) => ids.has(id)) : page
      const longRows = await listLongRows(exported)
      for (const { id } of exported) {
        row += 1
        const longRow = longRows.get(id)
        if (!longRow) continue
        await yieldToEventLoop()
        for (const { title, cell } of columns) assertFitsCell(cell(longRow), title, row)
      }
    }
  }

  if (format === 'xlsx') await assertFitsExcel()
  return streamTable(format, columns, readPages())
}
