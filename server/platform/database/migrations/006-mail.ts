import type { Kysely } from 'kysely'

/** The mail settings, one row, and the outbox: letters that wait, that were sent, and that failed. */
export async function mail({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('mail_configs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('value_json', 'text', (column) => column.notNull())
    .addColumn('password_encrypted', 'text')
    .addColumn('last_test_json', 'text')
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()

  await schema
    .createTable('outbox')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('to_name', 'text', (column) => column.notNull())
    .addColumn('to_email', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('letter_encrypted', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('last_error', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('next_attempt_at', 'text')
    .addColumn('sent_at', 'text')
    .addColumn('lease', 'text')
    .addColumn('leased_until', 'text')
    .execute()
  await schema.createIndex('outbox_due').on('outbox').columns(['status', 'next_attempt_at']).execute()
  await schema.createIndex('outbox_newest').on('outbox').columns(['created_at', 'id']).execute()
  await schema.createIndex('outbox_status').on('outbox').columns(['status', 'created_at', 'id']).execute()
}
