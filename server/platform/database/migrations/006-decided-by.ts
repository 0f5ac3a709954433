import { type Kysely, sql } from 'kysely'

/** Stores who decided a trial. Until now, only checks did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('evaluation_run_trials').addColumn('decided_by', 'text').execute()
  await sql`update evaluation_run_trials set decided_by = 'checks' where outcome in ('passed', 'failed')`.execute(db)
}
