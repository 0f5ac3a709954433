import type { Insertable, Selectable } from 'kysely'
import type { UndoSkipReason } from '#contracts/products/product-import.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { RowRange } from '#server/platform/database/row-range.ts'
import type { ProductImportChangesTable } from '#server/platform/database/tables/imports.ts'

export type ImportChangeRow = Selectable<ProductImportChangesTable>

const ROWS_PER_INSERT = 500

export async function insertImportChanges(
  db: Queryable,
  rows: readonly Insertable<ProductImportChangesTable>[],
): Promise<void> {
  for (let index = 0; index < rows.length; index += ROWS_PER_INSERT)
    await db
      .insertInto('productImportChanges')
      .values(rows.slice(index, index + ROWS_PER_INSERT))
      .execute()
}

/** Lists the products that an import has saved before an ordinal, from the last to the first. */
export const listImportChanges = (
  db: Queryable,
  importId: string,
  beforeOrdinal: number | null,
  limit: number,
): Promise<ImportChangeRow[]> =>
  db
    .selectFrom('productImportChanges')
    .selectAll()
    .where('importId', '=', importId)
    .$if(beforeOrdinal !== null, (query) => query.where('ordinal', '<', beforeOrdinal ?? 0))
    .orderBy('ordinal', 'desc')
    .limit(limit)
    .execute()

/** Stores why the undo has left products as they are. */
export const setSkipReason = (db: Queryable, ids: readonly string[], skipReason: UndoSkipReason) =>
  db.updateTable('productImportChanges').set({ skipReason }).where('id', 'in', ids).execute()

const selectSkipped = (db: Queryable, importId: string) =>
  db.selectFrom('productImportChanges').where('importId', '=', importId).where('skipReason', 'is not', null)

/** Lists the products that the undo has left as they are, in the order of the file. */
export const listSkippedProducts = (db: Queryable, importId: string, page: RowRange) =>
  selectSkipped(db, importId)
    .select(['productId', 'name', 'skipReason'])
    .$narrowType<{ skipReason: UndoSkipReason }>()
    .orderBy('ordinal')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export const countSkippedProducts = (db: Queryable, importId: string): Promise<number> =>
  countRows(selectSkipped(db, importId))

/** Deletes up to `limit` of an import's changes. Returns the number deleted. */
export async function deleteImportChanges(db: Queryable, importId: string, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('productImportChanges')
    .where('id', 'in', (eb) =>
      eb.selectFrom('productImportChanges').select('id').where('importId', '=', importId).limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
