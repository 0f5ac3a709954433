import { type Kysely, sql } from 'kysely'
import { ownedByUser } from './columns.ts'

/** Stores for each person whether they are notified of a shortlist's changes, for its owner what the shortlist said before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('shortlist_subscriptions')
    .addColumn('user_id', 'text', ownedByUser)
    .addColumn('shortlist_id', 'text', (column) => column.notNull().references('shortlists.id').onDelete('cascade'))
    .addColumn('notified_result_json', 'text')
    .addPrimaryKeyConstraint('shortlist_subscriptions_pk', ['user_id', 'shortlist_id'])
    .execute()
  await schema
    .createIndex('shortlist_subscriptions_of_shortlist')
    .on('shortlist_subscriptions')
    .column('shortlist_id')
    .execute()
  await sql`
    insert into shortlist_subscriptions (user_id, shortlist_id, notified_result_json)
    select owner_id, id, notified_result_json from shortlists where is_notified and owner_id is not null`.execute(db)
  await schema.dropIndex('shortlists_notified').execute()
  for (const column of ['is_notified', 'notified_result_json'])
    await schema.alterTable('shortlists').dropColumn(column).execute()
}
