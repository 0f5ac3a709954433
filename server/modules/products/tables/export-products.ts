/** Streams the export of a catalogue from the database, in pages of products with their facts. */
import type { EditorFact } from '#contracts/facts/fact.ts'
import type { Caller } from '#contracts/permissions.ts'
import { type EditorProduct, EditorProductSchema } from '#contracts/products/product.ts'
import { findColumn } from '#contracts/products/product-columns.ts'
import type { TableFormat } from '#contracts/table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { hideContacts } from '#server/platform/hide-contacts.ts'
import type { TableColumn, TableStream } from '#server/platform/tables/table.ts'
import { streamTable } from '#server/platform/tables/write-table.ts'
import type { ProductService } from '../service.ts'
import { listExportColumns } from './export-columns.ts'

type Dependencies = { database: Database; products: ProductService; facts: FactService }
type Row = { product: EditorProduct; facts: readonly EditorFact[] }

type ExportedProducts = {
  catalogue: Catalogue
  format: TableFormat
  /** The products that match a filter; `undefined` for all. */
  ids: ReadonlySet<string> | undefined
  caller: Caller
}

/** Streams products as a file from one snapshot of the database. */
export async function exportProducts(
  { database, products, facts }: Dependencies,
  { catalogue, format, ids, caller }: ExportedProducts,
): Promise<TableStream> {
  const factTable = await facts.createTable(catalogue, {
    isProductHeading: (heading) => findColumn(heading) !== undefined,
  })
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

  return streamTable(format, columns, readPages())
}
