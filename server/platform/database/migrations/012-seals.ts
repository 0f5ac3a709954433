import type { Kysely } from 'kysely'
import { primaryKey, required } from './columns.ts'

/** Creates the table of seals of a project's questions, which are deleted with the project. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('evaluation_seals')
    .addColumn('id', 'text', primaryKey)
    .addColumn('project_id', 'text', (column) =>
      column.notNull().references('evaluation_projects.id').onDelete('cascade'),
    )
    .addColumn('hash', 'text', required)
    .addColumn('nonce_encrypted', 'text', required)
    .addColumn('questions_json', 'text', required)
    .addColumn('content_hash', 'text', required)
    .addColumn('count', 'integer', required)
    .addColumn('sealed_at', 'text', required)
    .addColumn('opened_at', 'text')
    .execute()
  await schema
    .createIndex('evaluation_seals_project')
    .on('evaluation_seals')
    .columns(['project_id', 'sealed_at'])
    .execute()
}
