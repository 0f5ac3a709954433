import type { Kysely } from 'kysely'

/** Stores what a mail is about, so that whoever caused it sees whether it still waits. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('outbox').addColumn('about_id', 'text').execute()
  await schema
    .createIndex('outbox_about')
    .on('outbox')
    .columns(['about_id', 'status'])
    .where('about_id', 'is not', null)
    .execute()
}
