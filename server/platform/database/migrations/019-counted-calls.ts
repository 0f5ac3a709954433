import type { Kysely } from 'kysely'

/** Stores how many calls a claim has counted, so that those that weren't made don't count if its trial is asked again. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('evaluation_run_trials').addColumn('counted_calls', 'integer').execute()
}
