import { type Kysely, sql } from 'kysely'

/** Indexes the trials of runs that aren't decided: which are being asked, and whether there are any. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createIndex('evaluation_run_trials_open')
    .on('evaluation_run_trials')
    .columns(['run_id', 'lease_until', 'candidate'])
    .where(sql`outcome`, 'is', null)
    .execute()
}
