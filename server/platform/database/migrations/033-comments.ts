import type { ColumnDefinitionBuilder, Kysely } from 'kysely'
import { primaryKey, required } from './columns.ts'

/** References a subject, with which its comments are deleted. */
const subject = (table: string) => (column: ColumnDefinitionBuilder) =>
  column.references(`${table}.id`).onDelete('cascade')
const user = (column: ColumnDefinitionBuilder) => column.references('users.id').onDelete('set null')

/** Creates the comments of the staff. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('comments')
    .addColumn('id', 'text', primaryKey)
    .addColumn('submission_id', 'text', subject('submissions'))
    .addColumn('lead_id', 'text', subject('leads'))
    .addColumn('product_id', 'text', subject('products'))
    .addColumn('document', 'text')
    .addColumn('path', 'text', required)
    .addColumn('thread_id', 'text', required)
    .addColumn('author_id', 'text', user)
    .addColumn('text', 'text', required)
    .addColumn('mentions_json', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('edited_at', 'text')
    .addColumn('deleted_at', 'text')
    .addColumn('resolved_at', 'text')
    .addColumn('resolved_by_id', 'text', user)
    .execute()
  for (const column of ['submission_id', 'lead_id', 'product_id', 'document'])
    await schema.createIndex(`comments_${column}`).on('comments').columns([column, 'created_at', 'id']).execute()
  for (const column of ['thread_id', 'author_id', 'resolved_by_id'])
    await schema.createIndex(`comments_${column}`).on('comments').column(column).execute()
}
