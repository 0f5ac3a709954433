import type { Kysely } from 'kysely'
import { primaryKey, required } from './columns.ts'

/** Adds imports of products that run in the background, and their planned rows. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
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
    .addColumn('beat_at', 'text', required)
    .execute()
  await schema
    .createIndex('product_imports_of_user')
    .on('product_imports')
    .columns(['user_id', 'catalogue', 'started_at'])
    .execute()
  await schema
    .createTable('product_import_rows')
    .addColumn('import_id', 'text', (column) => column.notNull().references('product_imports.id').onDelete('cascade'))
    .addColumn('ordinal', 'integer', required)
    .addColumn('row', 'integer', required)
    .addColumn('act', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('notes_json', 'text', required)
    .addColumn('save_json', 'text')
    .addPrimaryKeyConstraint('product_import_rows_key', ['import_id', 'ordinal'])
    .execute()
  await schema
    .createIndex('product_import_rows_of_act')
    .on('product_import_rows')
    .columns(['import_id', 'act', 'ordinal'])
    .execute()
}
