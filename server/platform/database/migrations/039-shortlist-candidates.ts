import type { Kysely } from 'kysely'
import { required } from './columns.ts'

/** Adds the candidates of a shortlist; earlier shortlists have only requirements. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('shortlists')
    .addColumn('candidates_json', 'text', (column) => required(column).defaultTo('[]'))
    .execute()
}
