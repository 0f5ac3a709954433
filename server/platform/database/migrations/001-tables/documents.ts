import type { Kysely } from 'kysely'
import { ownedByUser, primaryKey, required } from '../columns.ts'

/** Creates the tables of content documents, their revisions, open editors and drafts. */
export async function createDocumentTables(db: Kysely<unknown>): Promise<void> {
  await createDocuments(db)
  await createDocumentRevisions(db)
  await createPresence(db)
  await createDrafts(db)
}

async function createDocuments({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('documents')
    .addColumn('kind', 'text', primaryKey)
    .addColumn('revision', 'integer', required)
    .addColumn('data_json', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('updated_by', 'text')
    .addColumn('updated_by_name', 'text')
    .execute()
}

async function createDocumentRevisions({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('document_revisions')
    .addColumn('kind', 'text', required)
    .addColumn('revision', 'integer', required)
    .addColumn('data_json', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('created_by', 'text')
    .addColumn('created_by_name', 'text')
    .addColumn('changes_json', 'text')
    .addColumn('restored_from', 'integer')
    .addPrimaryKeyConstraint('document_revisions_key', ['kind', 'revision'])
    .execute()
  await schema.createIndex('document_revisions_newest').on('document_revisions').column('created_at').execute()
}

async function createPresence({ schema }: Kysely<unknown>): Promise<void> {
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

async function createDrafts({ schema }: Kysely<unknown>): Promise<void> {
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
}
