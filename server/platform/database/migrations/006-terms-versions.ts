import type { Kysely } from 'kysely'

/** Adds the accepted version of the terms where people submit personal data. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  for (const table of ['leads', 'submissions', 'users'])
    await schema.alterTable(table).addColumn('terms_version', 'integer').execute()
}
