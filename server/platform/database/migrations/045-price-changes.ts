import type { Kysely } from 'kysely'
import { required } from './columns.ts'

/** Creates the table of the changes of products' prices, which feeds and digests tell of; it begins empty. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('price_changes')
    .addColumn('product_id', 'text', (column) => column.notNull().references('products.id').onDelete('cascade'))
    .addColumn('version', 'integer', required)
    .addColumn('at', 'text', required)
    .addColumn('before', 'text', required)
    .addColumn('after', 'text', required)
    .addPrimaryKeyConstraint('price_changes_key', ['product_id', 'version'])
    .execute()
  await db.schema
    .createIndex('published_evaluations_of_product')
    .on('published_evaluations')
    .columns(['product_id', 'published_at'])
    .execute()
}
