import type { Kysely } from 'kysely'

/** Adds the cells of the rows that an import rejects, which the user downloads and corrects. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('product_import_rows').addColumn('cells_json', 'text').execute()
}
