import type { Kysely } from 'kysely'

/**
 * Finds the products that were added last, many of an import at one moment, and those whose facts changed last, without
 * reading a catalogue.
 */
export async function indexNewest({ schema }: Kysely<unknown>): Promise<void> {
  await schema.dropIndex('products_newest').execute()
  await schema.createIndex('products_newest').on('products').columns(['catalogue', 'created_at', 'id']).execute()
  await schema.createIndex('product_facts_newest').on('product_facts').columns(['updated_on', 'product_id']).execute()
}
