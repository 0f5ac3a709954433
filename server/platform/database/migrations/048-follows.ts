import type { Kysely } from 'kysely'
import { ownedByUser, primaryKey, required } from './columns.ts'

/** Creates the tables of what members follow, and of their digests. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('follows')
    .addColumn('id', 'text', primaryKey)
    .addColumn('user_id', 'text', ownedByUser)
    .addColumn('kind', 'text', required)
    .addColumn('catalogue', 'text', required)
    .addColumn('target', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('seen_at', 'text', required)
    .addUniqueConstraint('follows_target', ['user_id', 'kind', 'catalogue', 'target'])
    .execute()
  await schema
    .createTable('follow_digests')
    .addColumn('user_id', 'text', (column) => ownedByUser(column).primaryKey())
    .addColumn('frequency', 'text', required)
    .addColumn('told_until', 'text', required)
    .addColumn('due_at', 'text')
    .execute()
  await schema.createIndex('follow_digests_due').on('follow_digests').column('due_at').execute()
}
