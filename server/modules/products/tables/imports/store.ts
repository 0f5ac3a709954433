import type { Insertable, Selectable } from 'kysely'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { forEachBatch, ROWS_PER_STATEMENT } from '#server/platform/database/for-each-batch.ts'
import type { RowRange } from '#server/platform/database/row-range.ts'
import type { ProductImportChangesTable, ProductImportsTable } from '#server/platform/database/tables/imports.ts'

/** An import with its author's name; `null` if the account no longer exists. */
export type ImportRow = Selectable<ProductImportsTable> & { authorName: string | null }
export type ImportChangeRow = Selectable<ProductImportChangesTable>

/** SQLite allows at most 32,766 parameters per statement. */
const IDS_PER_QUERY = 5_000

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

/** Lists the imports of all users into a catalogue, newest first. */
export const listImports = (db: Queryable, catalogue: Catalogue, page: RowRange): Promise<ImportRow[]> =>
  selectImports(db)
    .where('catalogue', '=', catalogue)
    .orderBy('importedAt', 'desc')
    .orderBy('productImports.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export const countImports = (db: Queryable, catalogue: Catalogue): Promise<number> =>
  countRows(db.selectFrom('productImports').where('catalogue', '=', catalogue))

export const saveUndo = (db: Queryable, id: string, undoJson: string) =>
  db.updateTable('productImports').set({ undoJson }).where('id', '=', id).execute()

/** Deletes what an undo of the imports into a catalogue needs. */
export async function endUndo(db: Queryable, catalogue: Catalogue): Promise<void> {
  await db
    .deleteFrom('productImportChanges')
    .where('importId', 'in', (eb) =>
      eb.selectFrom('productImports').select('id').where('catalogue', '=', catalogue).where('isUndoable', '=', true),
    )
    .execute()
  await db
    .updateTable('productImports')
    .set({ isUndoable: false })
    .where('catalogue', '=', catalogue)
    .where('isUndoable', '=', true)
    .execute()
}

/** Lists the catalogues whose last import was before a time and can still be undone. */
export const listUndoableBefore = (db: Queryable, importedAt: string) =>
  db
    .selectFrom('productImports')
    .select('catalogue')
    .where('isUndoable', '=', true)
    .where('importedAt', '<', importedAt)
    .execute()

export const insertChanges = (db: Queryable, rows: readonly Insertable<ProductImportChangesTable>[]): Promise<void> =>
  forEachBatch(rows, ROWS_PER_STATEMENT, (part) => db.insertInto('productImportChanges').values(part).execute())

/** Lists the products that an import has saved before an ordinal if given, from the last to the first. */
export const listChangesBefore = (
  db: Queryable,
  importId: string,
  ordinal: number | undefined,
  limit: number,
): Promise<ImportChangeRow[]> =>
  db
    .selectFrom('productImportChanges')
    .selectAll()
    .where('importId', '=', importId)
    .$if(ordinal !== undefined, (query) => query.where('ordinal', '<', ordinal ?? 0))
    .orderBy('ordinal', 'desc')
    .limit(limit)
    .execute()

/** The versions of a product and of its facts, 0 without facts. */
export type Versions = { version: number; factsVersion: number }

/** Returns the versions of a catalogue's products outside the recycle bin, by id. */
export async function listVersions(
  db: Queryable,
  catalogue: Catalogue,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Versions>> {
  const versions = new Map<string, Versions>()
  for (let index = 0; index < ids.length; index += IDS_PER_QUERY) {
    const rows = await db
      .selectFrom('products')
      .leftJoin('productFacts', 'productFacts.productId', 'products.id')
      .select(['products.id', 'products.version', 'productFacts.version as factsVersion'])
      .where('products.id', 'in', ids.slice(index, index + IDS_PER_QUERY))
      .where('catalogue', '=', catalogue)
      .where('deletedAt', 'is', null)
      .execute()
    for (const { id, version, factsVersion } of rows) versions.set(id, { version, factsVersion: factsVersion ?? 0 })
  }
  return versions
}
