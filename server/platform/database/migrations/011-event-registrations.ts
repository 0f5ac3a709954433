import type { Kysely } from 'kysely'
import { ownedByUser, primaryKey, required } from './columns.ts'

/** Creates the table of members' registrations for events; an event is an item of the community document. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('event_registrations')
    .addColumn('id', 'text', primaryKey)
    .addColumn('event_id', 'text', required)
    .addColumn('event_title', 'text', required)
    .addColumn('event_date', 'text', required)
    .addColumn('event_time', 'text', required)
    .addColumn('user_id', 'text', ownedByUser)
    .addColumn('status', 'text', required)
    .addColumn('created_at', 'text', required)
    .addUniqueConstraint('event_registrations_one_each', ['event_id', 'user_id'])
    .execute()
  await schema
    .createIndex('event_registrations_in_turn')
    .on('event_registrations')
    .columns(['event_id', 'status', 'created_at', 'id'])
    .execute()
  await schema.createIndex('event_registrations_of_user').on('event_registrations').column('user_id').execute()
}
