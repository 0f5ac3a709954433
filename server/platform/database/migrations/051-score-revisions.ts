import type { Kysely } from 'kysely'

/** Adds the revisions of a score that later ones replaced. Those that were overwritten before aren't known. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('evaluation_scores')
    .addColumn('revisions_json', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
}
