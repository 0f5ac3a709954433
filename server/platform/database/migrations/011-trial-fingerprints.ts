import type { Kysely } from 'kysely'

/** Stores by which connection each trial was asked, and by which a run asks its candidates. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('evaluation_runs').addColumn('connections_json', 'text').execute()
  await schema.alterTable('evaluation_run_trials').addColumn('fingerprint', 'text').execute()
}
