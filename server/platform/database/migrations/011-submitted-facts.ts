import type { Kysely } from 'kysely'

/** Adds the facts that a vendor submits, and what their approval changed of the product's. */
export async function addSubmittedFacts({ schema }: Kysely<unknown>): Promise<void> {
  const submissions = schema.alterTable('submissions')
  await submissions.addColumn('facts_json', 'text', (column) => column.notNull().defaultTo('[]')).execute()
  await submissions.addColumn('facts_before_json', 'text').execute()
  await submissions.addColumn('facts_version', 'integer').execute()
}
