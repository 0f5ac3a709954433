import type { Kysely } from 'kysely'
import { primaryKey, required } from './columns.ts'

/** Creates the table of deleted runs, without their trials, which reports list. It is deleted with the project. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('evaluation_deleted_runs')
    .addColumn('id', 'text', primaryKey)
    .addColumn('project_id', 'text', (column) =>
      column.notNull().references('evaluation_projects.id').onDelete('cascade'),
    )
    .addColumn('title', 'text', required)
    .addColumn('planned', 'integer', required)
    .addColumn('outcomes_json', 'text', required)
    .addColumn('started_at', 'text', required)
    .addColumn('deleted_at', 'text', required)
    .execute()
  await schema
    .createIndex('evaluation_deleted_runs_project')
    .on('evaluation_deleted_runs')
    .columns(['project_id', 'started_at'])
    .execute()
}
