import type { Kysely } from 'kysely'
import { ownedByUser, required } from './columns.ts'

/**
 * Creates the table of drafts, and recreates presence with a row per open editor. Open editors report their presence
 * again within seconds.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('drafts')
    .addColumn('user_id', 'text', ownedByUser)
    .addColumn('id', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('content_json', 'text', required)
    .addColumn('bytes', 'integer', required)
    .addColumn('user_agent', 'text')
    .addColumn('edited_at', 'text', required)
    .addColumn('saved_at', 'text', required)
    .addPrimaryKeyConstraint('drafts_key', ['user_id', 'id'])
    .execute()
  await schema.createIndex('drafts_oldest').on('drafts').column('saved_at').execute()

  await schema.dropTable('presence').execute()
  await schema
    .createTable('presence')
    .addColumn('kind', 'text', required)
    .addColumn('user_id', 'text', required)
    .addColumn('editor_id', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('since', 'text', required)
    .addColumn('seen_at', 'text', required)
    .addPrimaryKeyConstraint('presence_key', ['kind', 'user_id', 'editor_id'])
    .execute()
}
