import type { Kysely } from 'kysely'
import { primaryKey, required } from '../columns.ts'

/** Creates the tables of the mail settings with their history, and of the outbox: waiting, sent and failed mails. */
export async function createMailTables(db: Kysely<unknown>): Promise<void> {
  await createMailConfigs(db)
  await createMailRevisions(db)
  await createOutbox(db)
}

async function createMailConfigs({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('mail_configs')
    .addColumn('id', 'text', primaryKey)
    .addColumn('revision', 'integer', required)
    .addColumn('value_json', 'text', required)
    .addColumn('password_encrypted', 'text')
    .addColumn('last_test_json', 'text')
    .addColumn('updated_at', 'text', required)
    .execute()
}

async function createMailRevisions({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('mail_revisions')
    .addColumn('config_id', 'text', required)
    .addColumn('revision', 'integer', required)
    .addColumn('value_json', 'text', required)
    .addColumn('changes_json', 'text')
    .addColumn('restored_from', 'integer')
    .addColumn('created_at', 'text', required)
    .addColumn('created_by', 'text')
    .addColumn('created_by_name', 'text')
    .addPrimaryKeyConstraint('mail_revisions_key', ['config_id', 'revision'])
    .execute()
}

async function createOutbox({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('outbox')
    .addColumn('id', 'text', primaryKey)
    .addColumn('kind', 'text', required)
    .addColumn('to_name', 'text', required)
    .addColumn('to_email', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('body_encrypted', 'text')
    .addColumn('status', 'text', required)
    .addColumn('attempts', 'integer', required)
    .addColumn('last_error', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('next_attempt_at', 'text')
    .addColumn('sent_at', 'text')
    .addColumn('lease', 'text')
    .addColumn('leased_until', 'text')
    .execute()
  await schema.createIndex('outbox_due').on('outbox').columns(['status', 'next_attempt_at']).execute()
  await schema.createIndex('outbox_newest').on('outbox').columns(['created_at', 'id']).execute()
  await schema.createIndex('outbox_status').on('outbox').columns(['status', 'created_at', 'id']).execute()
}
