import type { Kysely } from 'kysely'

/**
 * Drops the search texts of names, slogans and descriptions from products, since `search_texts` contains them (029).
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('products').dropColumn('search_json').execute()
}
