import { type Kysely, sql } from 'kysely'
import { booleanType, type DatabaseKind, primaryKey, required } from './columns.ts'

/** Creates the messages between vendors and reviewers, and counts those that no reviewer has read. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { schema } = db
  await schema
    .alterTable('submissions')
    .addColumn('unread_messages', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`create index submissions_unread on submissions (ordinal) where unread_messages > 0`.execute(db)
  await schema
    .createTable('submission_messages')
    .addColumn('id', 'text', primaryKey)
    .addColumn('submission_id', 'text', (column) => column.notNull().references('submissions.id').onDelete('cascade'))
    .addColumn('is_from_vendor', booleanType(kind), required)
    .addColumn('author_id', 'text')
    .addColumn('author_name', 'text')
    .addColumn('text', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute()
  await schema
    .createIndex('submission_messages_of')
    .on('submission_messages')
    .columns(['submission_id', 'created_at', 'id'])
    .execute()
  await schema
    .createIndex('submission_messages_by_author')
    .on('submission_messages')
    .columns(['author_id', 'created_at', 'id'])
    .execute()
}
