import type { Kysely } from 'kysely'
import { booleanType, type DatabaseKind, primaryKey, required, version } from './columns.ts'

/** Creates the outbox of events, and the webhooks that they are delivered to. */
export async function up({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schema
    .createTable('outgoing_events')
    .addColumn('id', 'text', primaryKey)
    .addColumn('name', 'text', required)
    .addColumn('data_json', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute()
  await schema.createIndex('outgoing_events_created_at').on('outgoing_events').columns(['created_at', 'id']).execute()
  await schema
    .createTable('webhooks')
    .addColumn('id', 'text', primaryKey)
    .addColumn('receiver_encrypted', 'text', required)
    .addColumn('format', 'text', required)
    .addColumn('events_json', 'text', required)
    .addColumn('is_active', booleanType(kind), required)
    .addColumn('failing_since', 'text')
    .addColumn('switched_off_at', 'text')
    .addColumn('version', 'integer', version)
    .addColumn('created_at', 'text', required)
    .execute()
  await schema
    .createTable('webhook_deliveries')
    .addColumn('id', 'text', primaryKey)
    .addColumn('webhook_id', 'text', (column) => column.notNull().references('webhooks.id').onDelete('cascade'))
    .addColumn('event_id', 'text', (column) => column.notNull().references('outgoing_events.id').onDelete('cascade'))
    .addColumn('status', 'text', required)
    .addColumn('attempts', 'integer', required)
    .addColumn('next_attempt_at', 'text')
    .addColumn('leased_until', 'text')
    .addColumn('lease', 'text')
    .addColumn('reply_status', 'integer')
    .addColumn('error', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('finished_at', 'text')
    .execute()
  await schema
    .createIndex('webhook_deliveries_due')
    .on('webhook_deliveries')
    .columns(['webhook_id', 'status', 'next_attempt_at', 'id'])
    .execute()
  await schema
    .createIndex('webhook_deliveries_list')
    .on('webhook_deliveries')
    .columns(['webhook_id', 'created_at', 'id'])
    .execute()
  // An alarm's own record of its webhook, which the deliveries replace.
  for (const column of ['raised_notified_at', 'resolved_notified_at', 'sending_until'])
    await schema.alterTable('alarms').dropColumn(column).execute()
  await schema.createIndex('webhook_deliveries_event').on('webhook_deliveries').column('event_id').execute()
}
