import type { Kysely } from 'kysely'

/** A submission and a user count what is changed of them, so that nobody overwrites another unseen. */
export async function submissionVersions({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('submissions')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await schema
    .alterTable('users')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
}
