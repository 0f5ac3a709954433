import type { Kysely } from 'kysely'
import { required } from './columns.ts'

/** Stores to which organisation each product belonged when it was last looked at, so that one that leaves is noticed. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('vendor_belongings')
    .addColumn('product_id', 'text', (column) =>
      column.notNull().primaryKey().references('products.id').onDelete('cascade'),
    )
    .addColumn('organisation_id', 'text', required)
    .execute()
}
