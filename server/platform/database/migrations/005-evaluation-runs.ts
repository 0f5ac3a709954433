import type { Kysely } from 'kysely'
import { booleanType, type DatabaseKind, required } from './columns.ts'

/** Creates the tables of runs and their trials; both are deleted with their project. */
export async function up({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schema
    .createTable('evaluation_runs')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('project_id', 'text', (column) =>
      column.notNull().references('evaluation_projects.id').onDelete('cascade'),
    )
    .addColumn('title', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('status_reason', 'text', required)
    .addColumn('planned', 'integer', required)
    .addColumn('calls', 'integer', required)
    .addColumn('cost', 'double precision')
    .addColumn('limits_json', 'text', required)
    .addColumn('started_at', 'text', required)
    .addColumn('ends_at', 'text', required)
    .addColumn('paused_at', 'text')
    .addColumn('finished_at', 'text')
    .addColumn('is_reported', booleanType(kind), required)
    .addColumn('plan_json', 'text', required)
    .execute()
  await schema
    .createIndex('evaluation_runs_project')
    .on('evaluation_runs')
    .columns(['project_id', 'started_at'])
    .execute()
  await schema.createIndex('evaluation_runs_is_reported').on('evaluation_runs').column('is_reported').execute()
  await schema
    .createTable('evaluation_run_trials')
    .addColumn('run_id', 'text', (column) => column.notNull().references('evaluation_runs.id').onDelete('cascade'))
    .addColumn('position', 'integer', required)
    .addColumn('task', 'text', required)
    .addColumn('candidate', 'text', required)
    .addColumn('repeat', 'integer', required)
    .addColumn('variant', 'integer', required)
    .addColumn('outcome', 'text')
    .addColumn('score', 'double precision')
    .addColumn('first_token_ms', 'integer')
    .addColumn('total_ms', 'integer')
    .addColumn('cost', 'double precision')
    .addColumn('attempts', 'integer', required)
    .addColumn('is_asked', booleanType(kind), required)
    .addColumn('is_repeated', booleanType(kind), required)
    .addColumn('claim', 'text')
    .addColumn('lease_until', 'text')
    .addColumn('finished_at', 'text')
    .addColumn('step_names_json', 'text', required)
    .addColumn('result_json', 'text')
    .addPrimaryKeyConstraint('evaluation_run_trials_pkey', ['run_id', 'position'])
    .execute()
  // Finds the next trial of a candidate, and the trials with an outcome.
  await schema
    .createIndex('evaluation_run_trials_outcome')
    .on('evaluation_run_trials')
    .columns(['run_id', 'candidate', 'outcome', 'position'])
    .execute()
}
