import type { Kysely } from 'kysely'
import { primaryKey, required } from '../columns.ts'

/** Creates the tables of visits by day and month, and of hashes that identify a day's visitors. */
export async function createVisitTables({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('visit_counts')
    .addColumn('kind', 'text', required)
    .addColumn('period', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('count', 'integer', required)
    .addPrimaryKeyConstraint('visit_counts_key', ['kind', 'period', 'name'])
    .execute()

  await schema
    .createTable('visit_salts')
    .addColumn('day', 'text', primaryKey)
    .addColumn('salt', 'text', required)
    .execute()

  await schema
    .createTable('visitor_hashes')
    .addColumn('day', 'text', required)
    .addColumn('hash', 'text', required)
    .addPrimaryKeyConstraint('visitor_hashes_key', ['day', 'hash'])
    .execute()
}
