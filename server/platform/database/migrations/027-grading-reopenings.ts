import type { Kysely } from 'kysely'

/** Stores when and why readings that were closed were reopened. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('evaluation_gradings').addColumn('reopenings_json', 'text').execute()
}
