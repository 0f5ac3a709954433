import { type Kysely, sql } from 'kysely'
import { primaryKey, required } from './columns.ts'

/** Adds the alarms, which replace the mails about failed backups. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alarms')
    .addColumn('id', 'text', primaryKey)
    .addColumn('name', 'text', required)
    .addColumn('node', 'text', required)
    .addColumn('detail', 'text', required)
    .addColumn('raised_at', 'text', required)
    .addColumn('seen_at', 'text', required)
    .addColumn('resolved_at', 'text')
    .addColumn('raised_sent_at', 'text')
    .addColumn('resolved_sent_at', 'text')
    .addColumn('sending_until', 'text')
    .execute()
  await db.schema.createIndex('alarms_resolved').on('alarms').columns(['resolved_at', 'raised_at']).execute()
  await sql`update outbox set kind = 'alarmRaised' where kind = 'backupFailed'`.execute(db)
}
