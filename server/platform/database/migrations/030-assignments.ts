import type { Kysely } from 'kysely'

/** Adds assignee and deadline to what the staff works on; leads have had an owner before. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('leads').addColumn('assignment_due_at', 'text').execute()
  for (const table of ['submissions', 'member_reviews', 'facts']) {
    await schema.alterTable(table).addColumn('assignee_id', 'text').execute()
    await schema.alterTable(table).addColumn('assignment_due_at', 'text').execute()
    await schema.createIndex(`${table}_assignee`).on(table).columns(['assignee_id', 'id']).execute()
  }
}
