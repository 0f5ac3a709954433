import type { Kysely } from 'kysely'

/**
 * Who saved a revision and what it changed, who has an editor open, the audit, counted page views, and the claims by
 * which one node among several takes a piece of work.
 */
export async function editing({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('documents').addColumn('updated_by_name', 'text').execute()
  await schema.alterTable('document_revisions').addColumn('created_by_name', 'text').execute()
  await schema.alterTable('document_revisions').addColumn('changes_json', 'text').execute()
  await schema.alterTable('document_revisions').addColumn('restored_from', 'integer').execute()
  await schema.createIndex('document_revisions_newest').on('document_revisions').column('created_at').execute()

  await schema
    .createTable('presence')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('since', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('presence_key', ['kind', 'user_id'])
    .execute()

  await schema
    .createTable('audit_entries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text')
    .addColumn('user_name', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('ip', 'text')
    .execute()
  await schema.createIndex('audit_entries_newest').on('audit_entries').columns(['at', 'id']).execute()
  await schema.createIndex('audit_entries_user').on('audit_entries').columns(['user_id', 'at']).execute()

  await schema
    .createTable('page_views')
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('product_id', 'text')
    .addColumn('views', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('page_views_key', ['path', 'day'])
    .execute()
  await schema.createIndex('page_views_day').on('page_views').column('day').execute()

  await schema
    .createTable('claims')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('until', 'text', (column) => column.notNull())
    .execute()
}
