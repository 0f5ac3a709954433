import type { Kysely } from 'kysely'
import { primaryKey, required } from '../columns.ts'

/**
 * Returns what nodes tell each other: work that one of them does for all, and how often what stands under a name has
 * changed.
 */
export async function createNodeTables({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('claims')
    .addColumn('name', 'text', primaryKey)
    .addColumn('until', 'text', required)
    .execute()

  await schema
    .createTable('changes')
    .addColumn('name', 'text', primaryKey)
    .addColumn('revision', 'integer', required)
    .execute()
}
