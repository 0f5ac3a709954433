import type { Kysely } from 'kysely'
import type { DatabaseKind } from './columns.ts'

/**
 * Adds the outcome of backups, and the heartbeat by which an interrupted one is recognised. An archive may be larger
 * than 2 GB, which PostgreSQL's `integer` couldn't store; SQLite's can.
 */
export async function up({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const columns = [
    ['heartbeat_at', 'text'],
    ['missing_files', 'integer'],
    ['failure', 'text'],
  ] as const
  for (const [name, type] of columns) await schema.alterTable('backup_runs').addColumn(name, type).execute()
  if (kind === 'sqlite') return
  await schema
    .alterTable('backup_runs')
    .alterColumn('size', (column) => column.setDataType('bigint'))
    .execute()
}
