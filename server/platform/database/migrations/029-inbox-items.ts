import type { Kysely } from 'kysely'
import { ownedByUser, primaryKey, required } from './columns.ts'

/** Creates the inboxes: what each person is told of. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('inbox_items')
    .addColumn('id', 'text', primaryKey)
    .addColumn('user_id', 'text', ownedByUser)
    .addColumn('event_id', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('data_json', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute()
  const createIndex = (name: string, columns: string[]) =>
    schema.createIndex(`inbox_items_${name}`).on('inbox_items').columns(columns)
  await createIndex('event', ['user_id', 'event_id']).unique().execute()
  await createIndex('list', ['user_id', 'created_at', 'id']).execute()
  await createIndex('status', ['user_id', 'status', 'created_at', 'id']).execute()
  await createIndex('created_at', ['created_at', 'id']).execute()
}
