/**
 * Imports no longer run as jobs: their plans are dropped, and what they have saved remains as history. Imports that were
 * saved before can't be undone any more, since the versions that they saved are unknown.
 */
import { type Kysely, sql } from 'kysely'
import { booleanType, type DatabaseKind, primaryKey, required } from './columns.ts'

type OldImport = {
  id: string
  catalogue: string
  fileName: string
  userId: string
  countsJson: unknown
  startedAt: string
  heartbeatAt: string
  status: string
  undoRemoved: number
  undoRestored: number
  undoneByName: string | null
  appliedRows: number
  created: number
  saved: number
}
type SkippedProduct = { importId: string; id: string; name: string; reason: string }

export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const imports = await listSavedImports(db)
  const skipped = Map.groupBy(await listSkippedProducts(db), ({ importId }) => importId)
  for (const table of ['product_import_rows', 'product_import_changes', 'product_imports'])
    await db.schema.dropTable(table).execute()
  await createTables(db, kind)
  for (const row of imports) await insertImport(db, row, skipped.get(row.id) ?? [])
}

const listSavedImports = async (db: Kysely<unknown>): Promise<OldImport[]> =>
  (
    await sql<OldImport>`select id, catalogue, file_name, user_id, counts_json, started_at, heartbeat_at, status,
      undo_removed, undo_restored, undone_by_name, applied_rows,
      (select count(*) from product_import_changes where import_id = product_imports.id and before_json is null) as created,
      (select count(*) from product_import_changes where import_id = product_imports.id) as saved
      from product_imports where applied_rows > 0`.execute(db)
  ).rows

const listSkippedProducts = async (db: Kysely<unknown>): Promise<SkippedProduct[]> =>
  (
    await sql<SkippedProduct>`select import_id, product_id as id, name, skip_reason as reason
      from product_import_changes where skip_reason is not null order by import_id, ordinal`.execute(db)
  ).rows

async function createTables({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schema
    .createTable('product_imports')
    .addColumn('id', 'text', primaryKey)
    .addColumn('catalogue', 'text', required)
    .addColumn('file_name', 'text', required)
    .addColumn('user_id', 'text', required)
    .addColumn('counts_json', 'text', required)
    .addColumn('imported_at', 'text', required)
    .addColumn('is_undoable', booleanType(kind), required)
    .addColumn('undo_json', 'text')
    .execute()
  await schema
    .createIndex('product_imports_of_catalogue')
    .on('product_imports')
    .columns(['catalogue', 'imported_at', 'id'])
    .execute()
  await schema
    .createTable('product_import_changes')
    .addColumn('product_id', 'text', primaryKey)
    .addColumn('import_id', 'text', (column) => column.notNull().references('product_imports.id').onDelete('cascade'))
    .addColumn('ordinal', 'integer', required)
    .addColumn('name', 'text', required)
    .addColumn('before_json', 'text')
    .addColumn('version', 'integer', required)
    .addColumn('facts_version', 'integer', required)
    .execute()
  await schema
    .createIndex('product_import_changes_of_import')
    .on('product_import_changes')
    .unique()
    .columns(['import_id', 'ordinal'])
    .execute()
}

async function insertImport(db: Kysely<unknown>, row: OldImport, skipped: readonly SkippedProduct[]): Promise<void> {
  const isUndone = row.status === 'undoing' || row.status === 'undone'
  const undo = isUndone && {
    removed: row.undoRemoved,
    restored: row.undoRestored,
    skipped: skipped.map(({ id, name, reason }) => ({ id, name, reason })),
    by: row.undoneByName ?? '',
    at: row.heartbeatAt,
  }
  // A part of the planned rows may have been saved.
  const saved =
    Number(row.saved) > 0 ? { create: Number(row.created), update: Number(row.saved) - Number(row.created) } : {}
  await sql`insert into product_imports
    (id, catalogue, file_name, user_id, counts_json, imported_at, is_undoable, undo_json)
    values (${row.id}, ${row.catalogue}, ${row.fileName}, ${row.userId},
      ${JSON.stringify(Object.assign({}, row.countsJson, saved))}, ${row.startedAt}, ${false},
      ${undo ? JSON.stringify(undo) : null})`.execute(db)
}
