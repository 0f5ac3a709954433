import type { Kysely } from 'kysely'
import { booleanType, type DatabaseKind, primaryKey, required } from './columns.ts'

/** Creates the tokens of runners, which are deleted with their run, and stores who asked a trial. */
export async function up({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schema.alterTable('evaluation_runs').addColumn('asker', 'text').execute()
  await schema.alterTable('evaluation_runs').addColumn('offered_connections_json', 'text').execute()
  await schema.alterTable('evaluation_run_trials').addColumn('asker', 'text').execute()
  await schema.createIndex('evaluation_run_trials_claim').on('evaluation_run_trials').column('claim').execute()
  await schema
    .createTable('runner_tokens')
    .addColumn('id', 'text', primaryKey)
    .addColumn('run_id', 'text', (column) => column.notNull().references('evaluation_runs.id').onDelete('cascade'))
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('is_key_reader', booleanType(kind), required)
    .addColumn('created_at', 'text', required)
    .addColumn('expires_at', 'text', required)
    .addColumn('last_used_at', 'text')
    .addColumn('revoked_at', 'text')
    .execute()
  await schema.createIndex('runner_tokens_run').on('runner_tokens').column('run_id').execute()
}
