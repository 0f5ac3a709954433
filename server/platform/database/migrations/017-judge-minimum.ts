import type { Kysely } from 'kysely'

/** Stores how many replies people had to judge when it was decided whether a judge model's verdicts count. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('judge_models').addColumn('required_replies', 'integer').execute()
}
