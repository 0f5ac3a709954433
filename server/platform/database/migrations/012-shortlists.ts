import type { Kysely } from 'kysely'
import { booleanType, type DatabaseKind, primaryKey, required, version } from './columns.ts'

/** Creates the table of shortlists; one without an owner is accessible by its URL only. */
export async function up({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schema
    .createTable('shortlists')
    .addColumn('id', 'text', primaryKey)
    .addColumn('owner_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('catalogue', 'text', required)
    .addColumn('title', 'text', required)
    .addColumn('notes', 'text', required)
    .addColumn('musts_json', 'text', required)
    .addColumn('wants_json', 'text', required)
    .addColumn('is_notified', booleanType(kind), required)
    .addColumn('known_json', 'text')
    .addColumn('version', 'integer', version)
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .execute()
  await schema.createIndex('shortlists_of_owner').on('shortlists').columns(['owner_id', 'updated_at']).execute()
  await schema.createIndex('shortlists_notified').on('shortlists').column('is_notified').execute()
}
