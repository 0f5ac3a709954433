import type { Kysely } from 'kysely'

/** Indexes products, facts, submissions and leads by their last change, in the order in which programs mirror them. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.createIndex('products_updated').on('products').columns(['catalogue', 'updated_at', 'id']).execute()
  await schema
    .createIndex('fact_changes_made')
    .on('fact_changes')
    .columns(['at', 'product_id', 'version', 'ordinal'])
    .execute()
  await schema.createIndex('submissions_updated').on('submissions').columns(['updated_at', 'id']).execute()
  await schema.createIndex('leads_updated').on('leads').columns(['updated_at', 'id']).execute()
}
