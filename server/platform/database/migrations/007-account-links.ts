import { type Kysely, sql } from 'kysely'
import { peopleSearchText } from '#contracts/rules/people-search.ts'

/** Links of letters (invitations, forgotten passwords, addresses to prove), and what users are searched by. */
export async function accountLinks(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('account_links')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('account_links_one_a_purpose', ['user_id', 'purpose'])
    .execute()

  await schema
    .alterTable('users')
    .addColumn('search_text', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  const { rows } = await sql<{
    id: string
    name: string
    company: string
  }>`select id, name, company from users`.execute(db)
  for (const { id, name, company } of rows)
    await sql`update users set search_text = ${peopleSearchText(name, company)} where id = ${id}`.execute(db)
}
