import type { Kysely } from 'kysely'

/** A submission counts what its reviewers change, so that none of them overwrites another unseen. */
export async function submissionVersions({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('submissions')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
}
