import type { Kysely } from 'kysely'

/** Creates the column of a project's offers, of which existing projects have none. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('evaluation_projects')
    .addColumn('offers_json', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
}
