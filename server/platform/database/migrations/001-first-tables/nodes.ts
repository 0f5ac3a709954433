import type { Kysely } from 'kysely'
import { primaryKey, required } from '../columns.ts'

/** Creates the tables for coordination between nodes: claims of shared jobs, and the revisions of the change feed. */
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
