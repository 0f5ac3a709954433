import type { Kysely } from 'kysely'
import { primaryKey, required } from './columns.ts'

/** Creates the tables of declarations of interest and of signatures, which are deleted with their project. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('evaluation_declarations')
    .addColumn('id', 'text', primaryKey)
    .addColumn('project_id', 'text', (column) =>
      column.notNull().references('evaluation_projects.id').onDelete('cascade'),
    )
    .addColumn('judge_id', 'text', (column) => column.references('evaluation_judges.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('name', 'text', required)
    .addColumn('statement_hash', 'text', required)
    .addColumn('conflicts_json', 'text', required)
    .addColumn('declared_at', 'text', required)
    .execute()
  await schema
    .createIndex('evaluation_declarations_project')
    .on('evaluation_declarations')
    .columns(['project_id', 'declared_at'])
    .execute()
  await schema.createIndex('evaluation_declarations_judge').on('evaluation_declarations').column('judge_id').execute()
  await schema.createIndex('evaluation_declarations_user').on('evaluation_declarations').column('user_id').execute()
  await schema
    .createTable('evaluation_signatures')
    .addColumn('project_id', 'text', (column) =>
      column.notNull().references('evaluation_projects.id').onDelete('cascade'),
    )
    .addColumn('ordinal', 'integer', required)
    .addColumn('judge_id', 'text', (column) => column.notNull().references('evaluation_judges.id').onDelete('cascade'))
    .addColumn('name', 'text', required)
    .addColumn('position', 'text', required)
    .addColumn('reason', 'text', required)
    .addColumn('drawing', 'text')
    .addColumn('table_hash', 'text', required)
    .addColumn('signed_at', 'text', required)
    .addPrimaryKeyConstraint('evaluation_signatures_key', ['project_id', 'ordinal'])
    .execute()
  await schema.createIndex('evaluation_signatures_judge').on('evaluation_signatures').column('judge_id').execute()
}
