import type { Kysely } from 'kysely'

/** Creates the column of what a project's pilots measured, of which existing projects have nothing. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('evaluation_projects')
    .addColumn('measurements_json', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
}
