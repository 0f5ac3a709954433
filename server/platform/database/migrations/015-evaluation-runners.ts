import type { Kysely } from 'kysely'

/**
 * Adds the runner of a trial (unknown for earlier ones), the time of its removal, so that it can be restored, and the
 * expiry of a reader's link (none for earlier ones).
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('evaluation_trials')
    .addColumn('runner', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await schema.alterTable('evaluation_trials').addColumn('removed_at', 'text').execute()
  await schema.alterTable('evaluation_projects').addColumn('reader_link_expires_at', 'text').execute()
}
