import type { Kysely } from 'kysely'
import { primaryKey, required } from './columns.ts'

/** Creates the tables of replies that people read; all are deleted with their run, readings also with their judge. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('evaluation_gradings')
    .addColumn('run_id', 'text', (column) => primaryKey(column).references('evaluation_runs.id').onDelete('cascade'))
    .addColumn('settings_json', 'text', required)
    .addColumn('opened_at', 'text', required)
    .addColumn('closed_at', 'text')
    .addColumn('version', 'integer', required)
    .execute()
  await schema
    .createTable('evaluation_grading_items')
    .addColumn('id', 'text', primaryKey)
    .addColumn('run_id', 'text', (column) =>
      column.notNull().references('evaluation_gradings.run_id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', required)
    .addColumn('other_position', 'integer')
    .addColumn('cause', 'text', required)
    .addColumn('verdict', 'text')
    .addColumn('previous_json', 'text')
    .execute()
  await schema.createIndex('evaluation_grading_items_run').on('evaluation_grading_items').column('run_id').execute()
  await schema
    .createTable('evaluation_readings')
    .addColumn('item_id', 'text', (column) =>
      column.notNull().references('evaluation_grading_items.id').onDelete('cascade'),
    )
    .addColumn('judge_id', 'text', (column) => column.notNull().references('evaluation_judges.id').onDelete('cascade'))
    .addColumn('verdict', 'text')
    .addColumn('reason', 'text', required)
    .addColumn('version', 'integer', required)
    .addColumn('updated_at', 'text', required)
    .addPrimaryKeyConstraint('evaluation_readings_pkey', ['item_id', 'judge_id'])
    .execute()
  await schema.createIndex('evaluation_readings_judge').on('evaluation_readings').column('judge_id').execute()
}
