import type { Kysely } from 'kysely'
import { primaryKey, required } from './columns.ts'

/** Adds the log of scheduled backups; only the newest entries are retained. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('backup_runs')
    .addColumn('id', 'text', primaryKey)
    .addColumn('status', 'text', required)
    .addColumn('started_at', 'text', required)
    .addColumn('ended_at', 'text')
    .addColumn('size', 'integer')
    .execute()
  await schema.createIndex('backup_runs_newest').on('backup_runs').columns(['started_at', 'id']).execute()
}
