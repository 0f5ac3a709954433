import { type Kysely, sql } from 'kysely'
import { booleanType, type DatabaseKind, primaryKey, required } from '../columns.ts'

/** Creates the tables of imports of products and of what they changed. */
export async function createImportTables(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createProductImports(db, kind)
  await createProductImportRows(db)
  await createProductImportChanges(db)
}

async function createProductImports({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schema
    .createTable('product_imports')
    .addColumn('id', 'text', primaryKey)
    .addColumn('catalogue', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('file_name', 'text', required)
    .addColumn('known', 'text', required)
    .addColumn('columns_json', 'text', required)
    .addColumn('user_id', 'text', required)
    .addColumn('fingerprint', 'text', required)
    .addColumn('changes', 'integer', required)
    .addColumn('fact_changes', 'integer', required)
    .addColumn('total_rows', 'integer')
    .addColumn('planned_rows', 'integer', required)
    .addColumn('counts_json', 'text', required)
    .addColumn('summary_json', 'text')
    .addColumn('applied_rows', 'integer', required)
    .addColumn('applied_ordinal', 'integer', required)
    .addColumn('failure', 'text')
    .addColumn('started_at', 'text', required)
    .addColumn('heartbeat_at', 'text', required)
    .addColumn('undo_removed', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('undo_restored', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('undo_skipped', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('is_undoable', booleanType(kind), (column) => column.notNull().defaultTo(false))
    .addColumn('is_closed', booleanType(kind), (column) => column.notNull().defaultTo(false))
    .addColumn('undo_ordinal', 'integer')
    .addColumn('undone_by_name', 'text')
    .execute()
  await schema
    .createIndex('product_imports_of_user')
    .on('product_imports')
    .columns(['user_id', 'catalogue', 'started_at'])
    .execute()
  await schema
    .createIndex('product_imports_of_catalogue')
    .on('product_imports')
    .columns(['catalogue', 'started_at', 'id'])
    .execute()
}

async function createProductImportRows({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('product_import_rows')
    .addColumn('import_id', 'text', (column) => column.notNull().references('product_imports.id').onDelete('cascade'))
    .addColumn('ordinal', 'integer', required)
    .addColumn('row', 'integer', required)
    .addColumn('action', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('notes_json', 'text', required)
    .addColumn('save_json', 'text')
    .addColumn('cells_json', 'text')
    .addPrimaryKeyConstraint('product_import_rows_key', ['import_id', 'ordinal'])
    .execute()
  await schema
    .createIndex('product_import_rows_of_action')
    .on('product_import_rows')
    .columns(['import_id', 'action', 'ordinal'])
    .execute()
}

async function createProductImportChanges(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('product_import_changes')
    .addColumn('id', 'text', primaryKey)
    .addColumn('import_id', 'text', (column) => column.notNull().references('product_imports.id').onDelete('cascade'))
    .addColumn('ordinal', 'integer', required)
    .addColumn('product_id', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('before_json', 'text')
    .addColumn('digest', 'text', required)
    .addColumn('skip_reason', 'text')
    .execute()
  await schema
    .createIndex('product_import_changes_of_import')
    .on('product_import_changes')
    .unique()
    .columns(['import_id', 'ordinal'])
    .execute()
  await sql`create index product_import_changes_skipped on product_import_changes (import_id, ordinal) where skip_reason is not null`.execute(
    db,
  )
}
