import type { Kysely } from 'kysely'
import { booleanType, type DatabaseKind, primaryKey, required, version } from '../columns.ts'

/** Creates the table of shortlists. */
export async function createShortlistTables(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createShortlists(db, kind)
}

async function createShortlists({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schema
    .createTable('shortlists')
    .addColumn('id', 'text', primaryKey)
    .addColumn('owner_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('catalogue', 'text', required)
    .addColumn('title', 'text', required)
    .addColumn('notes', 'text', required)
    .addColumn('required_json', 'text', required)
    .addColumn('preferred_json', 'text', required)
    .addColumn('is_notified', booleanType(kind), required)
    .addColumn('notified_result_json', 'text')
    .addColumn('version', 'integer', version)
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('candidates_json', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  await schema.createIndex('shortlists_of_owner').on('shortlists').columns(['owner_id', 'updated_at']).execute()
  await schema.createIndex('shortlists_notified').on('shortlists').column('is_notified').execute()
}
