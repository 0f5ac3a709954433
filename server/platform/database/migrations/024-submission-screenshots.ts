import type { Kysely } from 'kysely'

/** Adds the caption of a submission's picture; a file without one, like every earlier file, is an attachment. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('submission_files').addColumn('caption', 'text').execute()
}
