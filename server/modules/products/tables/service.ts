import type { Caller } from '#contracts/permissions.ts'
import type { ProductTableFilter } from '#contracts/products/product-table.ts'
import { CATALOGUE_LABELS } from '#contracts/products/table-messages.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import { TABLE_FORMAT_LABELS, type TableFormat } from '#contracts/table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { TableStream } from '#server/platform/tables/table.ts'
import { exportProducts } from './export-products.ts'
import { writeRejectedRows } from './imports/rejected-rows.ts'
import { createImportService, type FullPlan, type ImportDependencies } from './imports/service.ts'

export { type FullPlan, writeRejectedRows }
export type ProductTableService = ReturnType<typeof createProductTableService>

type Export = ProductTableFilter & { format: TableFormat }

/** Creates the export and import of catalogues. */
export function createProductTableService(dependencies: ImportDependencies) {
  const { database, clock, products, facts, audit } = dependencies
  return {
    /**
     * Streams the products that match a filter as a file, in the catalogue's order, and records an audit entry.
     */
    async export(
      catalogue: Catalogue,
      { format, ...filter }: Export,
      actor: Actor & Caller,
    ): Promise<TableStream & { name: string }> {
      const isFiltered = filter.search.trim() !== '' || filter.category !== '' || filter.status !== undefined
      // Without a filter the index isn't needed.
      const ids = isFiltered ? await products.table.listIds(catalogue, filter) : undefined
      const file = await exportProducts({ database, products, facts }, { catalogue, format, ids, caller: actor })
      const count = ids?.size ?? (await products.countForEditing(catalogue))
      const detail = `${TABLE_FORMAT_LABELS[format]}，共${count}个产品`
      await database.write((transaction) =>
        audit.record(transaction, { actor, action: 'data.export', target: CATALOGUE_LABELS[catalogue], detail }),
      )
      return { ...file, name: `${CATALOGUE_LABELS[catalogue]}-${toDay(clock.now())}` }
    },

    /** Restores a product from the recycle bin. Throws `notFound`, `conflict` if another product has taken its name. */
    restore: (catalogue: Catalogue, id: string, actor: Actor): Promise<void> =>
      database.write((transaction) => products.restore(transaction, catalogue, id, actor)),

    /** Imports, each in one transaction. */
    imports: createImportService(dependencies),
  }
}
