import type { Kysely } from 'kysely'

/** Stores who saved shortlists and inquiries last, which is unknown for those that exist. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  for (const table of ['shortlists', 'inquiries'])
    await schema.alterTable(table).addColumn('updated_by', 'text').execute()
}
