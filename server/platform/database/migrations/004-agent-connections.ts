import type { Kysely } from 'kysely'
import { required, version } from './columns.ts'

/** Creates the table of connections to agents; each belongs to a candidate of a project, and is deleted with it. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('agent_connections')
    .addColumn('project_id', 'text', (column) =>
      column.notNull().references('evaluation_projects.id').onDelete('cascade'),
    )
    .addColumn('candidate', 'text', required)
    .addColumn('settings_json', 'text', required)
    .addColumn('keys_encrypted', 'text')
    .addColumn('origin', 'text', required)
    .addColumn('last_probe_json', 'text')
    .addColumn('version', 'integer', version)
    .addColumn('updated_at', 'text', required)
    .addPrimaryKeyConstraint('agent_connections_pkey', ['project_id', 'candidate'])
    .execute()
}
