import type { Kysely } from 'kysely'

/** The tables whose rows several people may edit at once, and which have no history of their own. */
const TABLES = ['products', 'leads', 'submissions', 'users', 'settings']

/**
 * Adds the account that saved a row last. It doesn't reference `users`: after its deletion, the row still isn't the
 * system's own.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) await schema.alterTable(table).addColumn('updated_by', 'text').execute()
}
