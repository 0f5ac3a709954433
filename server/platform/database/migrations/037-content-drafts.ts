import type { Kysely } from 'kysely'
import { booleanType, type DatabaseKind, primaryKey, required } from './columns.ts'

/** Creates the drafts beside published documents, and the links that show them. */
export async function up({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schema
    .createTable('content_drafts')
    .addColumn('kind', 'text', primaryKey)
    .addColumn('version', 'integer', required)
    .addColumn('data_json', 'text', required)
    .addColumn('base_revision', 'integer', required)
    .addColumn('saved_at', 'text', required)
    .addColumn('saved_by', 'text', required)
    .addColumn('saved_by_name', 'text', required)
    .addColumn('scheduled_at', 'text')
    .addColumn('scheduled_by', 'text')
    .addColumn('scheduled_by_name', 'text')
    .addColumn('replaces_revision', 'integer')
    .addColumn('is_confirmed', booleanType(kind), required)
    .addColumn('failure_json', 'text')
    .execute()
  await schema
    .createTable('preview_links')
    .addColumn('id', 'text', primaryKey)
    .addColumn('kind', 'text', required)
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'text', required)
    .addColumn('created_by', 'text', required)
    .addColumn('created_by_name', 'text', required)
    .addColumn('expires_at', 'text', required)
    .execute()
  await schema.createIndex('preview_links_kind').on('preview_links').columns(['kind', 'created_at', 'id']).execute()
  // The calendar lists the revisions of all documents by time.
  await schema
    .createIndex('document_revisions_created')
    .on('document_revisions')
    .columns(['created_at', 'kind', 'revision'])
    .execute()
}
