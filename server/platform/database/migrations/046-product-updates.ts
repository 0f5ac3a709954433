import type { Kysely } from 'kysely'

/** Adds the listed product that a submission updates, and the fields of the form that its vendor changed. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  for (const name of ['updates_product_id', 'changed_fields_json'])
    await schema.alterTable('submissions').addColumn(name, 'text').execute()
  // Partial, as most submissions are new products.
  await schema
    .createIndex('submissions_by_updated_product')
    .on('submissions')
    .columns(['updates_product_id', 'status', 'deleted_at'])
    .where('updates_product_id', 'is not', null)
    .execute()
}
