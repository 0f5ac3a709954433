import type { Kysely } from 'kysely'
import { booleanType, type DatabaseKind, ownedByUser, primaryKey, required } from './columns.ts'

const TABLE = 'saved_views'

/** Creates the table of the views of back-office lists. */
export async function up({ schema }: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schema
    .createTable(TABLE)
    .addColumn('id', 'text', primaryKey)
    .addColumn('owner_id', 'text', ownedByUser)
    .addColumn('list', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('query', 'text', required)
    .addColumn('is_shared', booleanType(kind), required)
    .addColumn('created_at', 'text', required)
    .execute()
  await schema.createIndex(`${TABLE}_names`).unique().on(TABLE).columns(['owner_id', 'list', 'name']).execute()
  await schema.createIndex(`${TABLE}_list`).on(TABLE).columns(['list', 'created_at', 'id']).execute()
}
