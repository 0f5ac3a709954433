import type { Kysely } from 'kysely'

/** Adds what a submission's picture shows; a file without it is an attachment, as every earlier one is. */
export async function addSubmissionScreenshots({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('submission_files').addColumn('caption', 'text').execute()
}
