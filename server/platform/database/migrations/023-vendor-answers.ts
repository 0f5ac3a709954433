import type { Kysely } from 'kysely'
import { primaryKey, required } from './columns.ts'

/** Creates the table of vendors' answers in evaluation projects, which are deleted with their project. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('evaluation_vendor_answers')
    .addColumn('id', 'text', primaryKey)
    .addColumn('project_id', 'text', (column) =>
      column.notNull().references('evaluation_projects.id').onDelete('cascade'),
    )
    .addColumn('invitation', 'text', required)
    .addColumn('candidate', 'text', required)
    .addColumn('inquiry', 'text', required)
    .addColumn('submitted_at', 'text', required)
    .addColumn('hash', 'text', required)
    .addColumn('answers_json', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute()
  await schema
    .createIndex('evaluation_vendor_answers_invitation')
    .unique()
    .on('evaluation_vendor_answers')
    .columns(['project_id', 'invitation'])
    .execute()
}
