import type { Kysely } from 'kysely'
import { ownedByUser, primaryKey, required } from './columns.ts'

const TABLE = 'abuse_reports'

/** Creates the table of members' reports of reviews, questions and answers. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable(TABLE)
    .addColumn('id', 'text', primaryKey)
    .addColumn('review_id', 'text', (column) => column.references('member_reviews.id').onDelete('cascade'))
    .addColumn('post_id', 'text', (column) => column.references('product_posts.id').onDelete('cascade'))
    .addColumn('user_id', 'text', ownedByUser)
    .addColumn('reason', 'text', required)
    .addColumn('words', 'text', required)
    .addColumn('reported_at', 'text', required)
    .addColumn('dismissed_at', 'text')
    .execute()
  await schema.createIndex(`${TABLE}_review`).unique().on(TABLE).columns(['review_id', 'user_id']).execute()
  await schema.createIndex(`${TABLE}_post`).unique().on(TABLE).columns(['post_id', 'user_id']).execute()
  await schema.createIndex(`${TABLE}_user`).on(TABLE).columns(['user_id', 'reported_at']).execute()
}
