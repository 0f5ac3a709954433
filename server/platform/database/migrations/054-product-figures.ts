import type { Kysely } from 'kysely'

/** Indexes the counts of a product, of which a vendor reads two years at once. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.createIndex('visit_counts_name').on('visit_counts').columns(['name', 'kind', 'period']).execute()
}
