import type { Kysely } from 'kysely'
import { required } from './columns.ts'

/** Creates the table of evaluation method versions. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('evaluation_methods')
    .addColumn('version', 'integer', (column) => column.notNull().unique())
    .addColumn('method_json', 'text', required)
    .addColumn('changes_json', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute()
}
