import type { Kysely } from 'kysely'
import { primaryKey, required } from './columns.ts'

/** Creates the records of projects, which are deleted with them. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('project_acts')
    .addColumn('id', 'text', primaryKey)
    .addColumn('project_id', 'text', (column) =>
      column.notNull().references('evaluation_projects.id').onDelete('cascade'),
    )
    .addColumn('at', 'text', required)
    .addColumn('actor_id', 'text')
    .addColumn('actor_name', 'text', required)
    .addColumn('role', 'text', required)
    .addColumn('act', 'text', required)
    .addColumn('subject_id', 'text')
    .addColumn('subject_name', 'text', required)
    .addColumn('detail', 'text', required)
    .execute()
  await schema.createIndex('project_acts_project').on('project_acts').columns(['project_id', 'id']).execute()
  await schema.createIndex('project_acts_actor').on('project_acts').column('actor_id').execute()
  await schema.createIndex('project_acts_subject').on('project_acts').column('subject_id').execute()
}
