import type { Kysely } from 'kysely'
import { required } from './columns.ts'

/** Creates the table of judge models, which are deleted with their project, and names the run that another one judges. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('judge_models')
    .addColumn('project_id', 'text', (column) =>
      column.notNull().primaryKey().references('evaluation_projects.id').onDelete('cascade'),
    )
    .addColumn('rubric', 'text', required)
    .addColumn('judge_version', 'text')
    .addColumn('version', 'integer', required)
    .addColumn('updated_at', 'text', required)
    .execute()
  // No reference: backups are restored table by table, so that a row can't depend on another one of its table.
  await schema.alterTable('evaluation_runs').addColumn('judged_run_id', 'text').execute()
  await schema.alterTable('evaluation_runs').addColumn('judge_version', 'text').execute()
  await schema.createIndex('evaluation_runs_judged_run').on('evaluation_runs').column('judged_run_id').execute()
}
