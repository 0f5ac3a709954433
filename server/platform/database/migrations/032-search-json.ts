import type { Kysely } from 'kysely'

/** Drops what names, slogans and descriptions are found by from their products' rows: `search_texts` has it (029). */
export async function dropSearchJson({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('products').dropColumn('search_json').execute()
}
