import type { Kysely } from 'kysely'
import { primaryKey, required } from './columns.ts'

/** Creates the tables of signed reports and their signing keys. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('report_keys')
    .addColumn('id', 'text', primaryKey)
    .addColumn('public_key', 'text', required)
    .addColumn('private_key_encrypted', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute()
  await schema
    .createTable('evaluation_reports')
    .addColumn('id', 'text', primaryKey)
    .addColumn('project_id', 'text', (column) =>
      column.notNull().references('evaluation_projects.id').onDelete('cascade'),
    )
    .addColumn('data_json', 'text', required)
    .addColumn('hash', 'text', required)
    .addColumn('signature', 'text', required)
    .addColumn('key_id', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute()
  await schema.createIndex('evaluation_reports_of_project').on('evaluation_reports').column('project_id').execute()
}
