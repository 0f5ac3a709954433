import type { Kysely } from 'kysely'
import { primaryKey, required } from './columns.ts'

/** Creates the staff's subscriptions to events, and stores which items of the inboxes wait for a digest. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('subscriptions')
    .addColumn('user_id', 'text', (column) => primaryKey(column).references('users.id').onDelete('cascade'))
    .addColumn('ways_json', 'text', required)
    .addColumn('digest_hour', 'integer', required)
    .execute()
  await schema.alterTable('inbox_items').addColumn('digest_due_at', 'text').execute()
  await schema.createIndex('inbox_items_digest').on('inbox_items').columns(['digest_due_at', 'user_id', 'id']).execute()
}
