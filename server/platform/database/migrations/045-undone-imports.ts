import { type Kysely, sql } from 'kysely'
import { booleanType, type DatabaseKind, primaryKey, required } from './columns.ts'

/**
 * Adds what is needed to undo an import: the previous values of the products that it saved, and the progress of the
 * undo. The previous values of earlier imports are unknown, so these can't be undone.
 */
export async function up({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const counts = ['undo_removed', 'undo_restored', 'undo_skipped'] as const
  const flags = ['is_undoable', 'is_closed'] as const
  for (const name of counts)
    await schema
      .alterTable('product_imports')
      .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  for (const name of flags)
    await schema
      .alterTable('product_imports')
      .addColumn(name, booleanType(kind), (column) => column.notNull().defaultTo(kind === 'sqlite' ? 0 : false))
      .execute()
  for (const [name, type] of [
    ['undo_ordinal', 'integer'],
    ['undone_by_name', 'text'],
  ] as const)
    await schema.alterTable('product_imports').addColumn(name, type).execute()
  await schema
    .createIndex('product_imports_of_catalogue')
    .on('product_imports')
    .columns(['catalogue', 'started_at', 'id'])
    .execute()
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
    .columns(['import_id', 'ordinal'])
    .unique()
    .execute()
  await schema
    .createIndex('product_import_changes_skipped')
    .on('product_import_changes')
    .columns(['import_id', 'ordinal'])
    .where(sql.ref('skip_reason'), 'is not', null)
    .execute()
}
