import type { Insertable, Selectable, Updateable } from 'kysely'
import type { RowAction } from '#contracts/products/product-table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { RowRange } from '#server/platform/database/row-range.ts'
import type { ProductImportRowsTable, ProductImportsTable } from '#server/platform/database/tables/imports.ts'

export type ImportRow = Selectable<ProductImportsTable>
export type PlannedRowRow = Selectable<ProductImportRowsTable>
export type ImportChange = Updateable<ProductImportsTable>

export const insertImport = (db: Queryable, row: Insertable<ProductImportsTable>) =>
  db.insertInto('productImports').values(row).execute()

export const findImport = (db: Queryable, id: string): Promise<ImportRow | undefined> =>
  db.selectFrom('productImports').selectAll().where('id', '=', id).executeTakeFirst()

/** Lists the imports of a user into a catalogue, newest first. */
export const listImports = (db: Queryable, userId: string, catalogue: Catalogue): Promise<ImportRow[]> =>
  db
    .selectFrom('productImports')
    .selectAll()
    .where('userId', '=', userId)
    .where('catalogue', '=', catalogue)
    .orderBy('startedAt', 'desc')
    .orderBy('id')
    .execute()

/** Updates an import if it still has the given status. Returns whether it was updated. */
export async function updateImport(
  db: Queryable,
  id: string,
  status: ImportRow['status'],
  values: ImportChange,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('productImports')
    .set(values)
    .where('id', '=', id)
    .where('status', '=', status)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Claims an import for saving: a planned one, or one whose last heartbeat is too old. Returns whether it was claimed.
 */
export async function claimForApplying(
  db: Queryable,
  id: string,
  heartbeatAt: string,
  staleBefore: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('productImports')
    .set({ status: 'applying', heartbeatAt })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('status', '=', 'planned'),
        eb.and([eb('status', '=', 'applying'), eb('heartbeatAt', '<', staleBefore)]),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stores a heartbeat. Returns `false` if the import has been ended. */
export async function recordHeartbeat(db: Queryable, id: string, heartbeatAt: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('productImports')
    .set({ heartbeatAt })
    .where('id', '=', id)
    .where('status', 'in', ['reading', 'applying'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const deleteImport = (db: Queryable, id: string) =>
  db.deleteFrom('productImports').where('id', '=', id).execute()

/** Lists the imports without a heartbeat since a time. */
export const listImportsBefore = async (db: Queryable, heartbeatAt: string): Promise<string[]> =>
  (await db.selectFrom('productImports').select('id').where('heartbeatAt', '<', heartbeatAt).execute()).map(
    ({ id }) => id,
  )

/** Deletes up to `limit` rows of a plan. Returns the number deleted. */
export async function deletePlannedRows(db: Queryable, importId: string, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('productImportRows')
    .where('importId', '=', importId)
    .where('ordinal', 'in', (eb) =>
      eb.selectFrom('productImportRows').select('ordinal').where('importId', '=', importId).limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Lists partly saved imports that were interrupted before a time, with their authors' names. */
export const listInterruptedImports = (db: Queryable, heartbeatBefore: string) =>
  db
    .selectFrom('productImports')
    .leftJoin('users', 'users.id', 'productImports.userId')
    .selectAll('productImports')
    .select('users.name as userName')
    .where('productImports.status', '=', 'applying')
    .where('appliedRows', '>', 0)
    .where('heartbeatAt', '<', heartbeatBefore)
    .execute()

export const insertPlannedRows = (db: Queryable, rows: readonly Insertable<ProductImportRowsTable>[]) =>
  db.insertInto('productImportRows').values(rows).execute()

/** Lists the rows of a plan in order, optionally only those with one result. */
export function listPlannedRows(
  db: Queryable,
  importId: string,
  { action, limit, offset }: RowRange & { action?: RowAction | undefined },
) {
  const query = db
    .selectFrom('productImportRows')
    .select(['row', 'action', 'name', 'notesJson'])
    .where('importId', '=', importId)
    .orderBy('ordinal')
    .limit(limit)
    .offset(offset)
  return (action === undefined ? query : query.where('action', '=', action)).execute()
}

/** Lists the rows to save after an ordinal. */
export const listPlannedSaves = (db: Queryable, importId: string, afterOrdinal: number, limit: number) =>
  db
    .selectFrom('productImportRows')
    .select(['ordinal', 'saveJson'])
    .where('importId', '=', importId)
    .where('ordinal', '>', afterOrdinal)
    .where('saveJson', 'is not', null)
    .orderBy('ordinal')
    .limit(limit)
    .execute()
