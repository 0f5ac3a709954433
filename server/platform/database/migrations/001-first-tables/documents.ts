import type { Kysely } from 'kysely'
import { primaryKey, required } from '../columns.ts'

/** Creates the tables of content documents, their revisions, and open editors. */
export async function createDocumentTables({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('documents')
    .addColumn('kind', 'text', primaryKey)
    .addColumn('revision', 'integer', required)
    .addColumn('data_json', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('updated_by', 'text')
    .addColumn('updated_by_name', 'text')
    .execute()

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

  await schema
    .createTable('presence')
    .addColumn('kind', 'text', required)
    .addColumn('user_id', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('since', 'text', required)
    .addColumn('seen_at', 'text', required)
    .addPrimaryKeyConstraint('presence_key', ['kind', 'user_id'])
    .execute()
}
