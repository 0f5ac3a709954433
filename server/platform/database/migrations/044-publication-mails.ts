import type { Kysely } from 'kysely'

/** Adds the mails of published evaluations, so that a withdrawal can cancel them. Earlier ones were sent immediately. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('published_evaluations')
    .addColumn('mail_ids_json', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
}
