import type { Kysely } from 'kysely'

/** Adds the version of the terms that was agreed to, where people hand in personal data. */
export async function addTermsVersions({ schema }: Kysely<unknown>): Promise<void> {
  for (const table of ['leads', 'submissions', 'users'])
    await schema.alterTable(table).addColumn('terms_version', 'integer').execute()
}
