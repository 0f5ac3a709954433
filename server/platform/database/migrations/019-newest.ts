import type { Kysely } from 'kysely'

/**
 * Indexes products by creation, which products of one import may share, and by their last change of facts.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.dropIndex('products_newest').execute()
  await schema.createIndex('products_newest').on('products').columns(['catalogue', 'created_at', 'id']).execute()
  await schema.createIndex('product_facts_newest').on('product_facts').columns(['updated_on', 'product_id']).execute()
}
