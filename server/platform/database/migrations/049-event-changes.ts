import type { Kysely } from 'kysely'
import { booleanType, type DatabaseKind, primaryKey, required } from './columns.ts'

/** Adds how often each event in calendars has changed, and the last state of cancelled ones. */
export async function up({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schema
    .createTable('event_changes')
    .addColumn('event_id', 'text', primaryKey)
    .addColumn('sequence', 'integer', required)
    .addColumn('is_cancelled', booleanType(kind), required)
    .addColumn('event_json', 'text', required)
    .addColumn('changed_at', 'text', required)
    .execute()
}
