import type { Kysely } from 'kysely'
import { required } from './columns.ts'

/** Stores why submissions are returned to their vendors, what they were before each correction, and which files it replaced. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .alterTable('submissions')
    .addColumn('reasons_json', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  await schema.alterTable('submissions').addColumn('corrected_at', 'text').execute()
  await schema.alterTable('submissions').addColumn('due_from', 'text').execute()
  await schema.alterTable('submission_files').addColumn('replaced_at', 'text').execute()
  await schema
    .createTable('submission_versions')
    .addColumn('submission_id', 'text', (column) => column.notNull().references('submissions.id').onDelete('cascade'))
    .addColumn('number', 'integer', required)
    .addColumn('contents_json', 'text', required)
    .addColumn('reasons_json', 'text', required)
    .addColumn('returned_at', 'text', required)
    .addColumn('returned_by', 'text')
    .addColumn('returned_by_name', 'text')
    .addColumn('corrected_at', 'text', required)
    .addPrimaryKeyConstraint('submission_versions_key', ['submission_id', 'number'])
    .execute()
}
