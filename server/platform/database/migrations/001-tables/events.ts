import type { Kysely } from 'kysely'
import { booleanType, type DatabaseKind, ownedByUser, primaryKey, required } from '../columns.ts'

/** Creates the tables of registrations for events, and of changes that those who registered were told of. */
export async function createEventTables(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createEventRegistrations(db)
  await createEventChanges(db, kind)
}

async function createEventRegistrations({ schema }: Kysely<unknown>): Promise<void> {
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

async function createEventChanges({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schema
    .createTable('event_changes')
    .addColumn('event_id', 'text', primaryKey)
    .addColumn('sequence', 'integer', required)
    .addColumn('is_cancelled', booleanType(kind), required)
    .addColumn('event_json', 'text', required)
    .addColumn('changed_at', 'text', required)
    .execute()
}
