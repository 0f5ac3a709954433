import type { Insertable, Selectable, Updateable } from 'kysely'
import type { RowAction } from '#contracts/products/product-table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { RowRange } from '#server/platform/database/row-range.ts'
import type { ProductImportRowsTable, ProductImportsTable } from '#server/platform/database/tables/imports.ts'

/** An import with its author's name; `null` if the account no longer exists. */
export type ImportRow = Selectable<ProductImportsTable> & { authorName: string | null }
export type PlannedRowRow = Selectable<ProductImportRowsTable>
export type ImportChange = Updateable<ProductImportsTable>

export const insertImport = (db: Queryable, row: Insertable<ProductImportsTable>) =>
  db.insertInto('productImports').values(row).execute()

const selectImports = (db: Queryable) =>
  db
    .selectFrom('productImports')
    .leftJoin('users', 'users.id', 'productImports.userId')
    .selectAll('productImports')
    .select('users.name as authorName')

export const findImport = (db: Queryable, id: string): Promise<ImportRow | undefined> =>
  selectImports(db).where('productImports.id', '=', id).executeTakeFirst()

/** Lists the imports of a user into a catalogue whose results aren't closed, newest first. */
export const listImports = (db: Queryable, userId: string, catalogue: Catalogue): Promise<ImportRow[]> =>
  selectImports(db)
    .where('userId', '=', userId)
    .where('catalogue', '=', catalogue)
    .where('isClosed', '=', false)
    .orderBy('startedAt', 'desc')
    .orderBy('productImports.id')
    .execute()

/** Lists the imports of all users into a catalogue that have saved rows and whose undo is possible or done, newest first. */
export const listPastImports = (db: Queryable, catalogue: Catalogue, page: RowRange): Promise<ImportRow[]> =>
  selectImports(db)
    .where('catalogue', '=', catalogue)
    .where('isUndoable', '=', true)
    .where('appliedRows', '>', 0)
    .orderBy('startedAt', 'desc')
    .orderBy('productImports.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

/** Counts the imports that `listPastImports` lists. */
export const countPastImports = (db: Queryable, catalogue: Catalogue): Promise<number> =>
  countRows(
    db
      .selectFrom('productImports')
      .where('catalogue', '=', catalogue)
      .where('isUndoable', '=', true)
      .where('appliedRows', '>', 0),
  )

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
 * Claims an import for saving: a planned one, or one whose last heartbeat is outside of `aliveBetween`. Returns whether it was claimed.
 */
export async function claimForApplying(
  db: Queryable,
  id: string,
  heartbeatAt: string,
  aliveBetween: readonly [string, string],
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('productImports')
    .set({ status: 'applying', heartbeatAt })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('status', '=', 'planned'),
        eb.and([
          eb('status', '=', 'applying'),
          eb.or([eb('heartbeatAt', '<', aliveBetween[0]), eb('heartbeatAt', '>', aliveBetween[1])]),
        ]),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Claims an import for its undo if it hasn't changed since it was read. Returns whether it was claimed. */
export async function claimForUndo(
  db: Queryable,
  { id, status, heartbeatAt }: Pick<ImportRow, 'id' | 'status' | 'heartbeatAt'>,
  claim: { heartbeatAt: string; undoneByName: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('productImports')
    .set({ ...claim, status: 'undoing' })
    .where('id', '=', id)
    .where('status', '=', status)
    .where('heartbeatAt', '=', heartbeatAt)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stores a heartbeat. Returns `false` if the import has been ended. */
export async function recordHeartbeat(db: Queryable, id: string, heartbeatAt: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('productImports')
    .set({ heartbeatAt })
    .where('id', '=', id)
    .where('status', 'in', ['reading', 'applying', 'undoing'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const markClosed = (db: Queryable, id: string) =>
  db.updateTable('productImports').set({ isClosed: true }).where('id', '=', id).execute()

export const deleteImport = (db: Queryable, id: string) =>
  db.deleteFrom('productImports').where('id', '=', id).execute()

/** Lists the imports without a heartbeat since a time. */
export const listImportsBefore = (db: Queryable, heartbeatAt: string): Promise<ImportRow[]> =>
  selectImports(db).where('heartbeatAt', '<', heartbeatAt).execute()

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
    .select(['ordinal', 'row', 'action', 'name', 'notesJson'])
    .where('importId', '=', importId)
    .orderBy('ordinal')
    .limit(limit)
    .offset(offset)
  return (action === undefined ? query : query.where('action', '=', action)).execute()
}

/** Lists the rejected rows after an ordinal, with their cells. */
export const listRejectedRows = (db: Queryable, importId: string, afterOrdinal: number, limit: number) =>
  db
    .selectFrom('productImportRows')
    .select(['ordinal', 'row', 'notesJson', 'cellsJson'])
    .where('importId', '=', importId)
    .where('ordinal', '>', afterOrdinal)
    .where('action', '=', 'reject')
    .orderBy('ordinal')
    .limit(limit)
    .execute()

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
