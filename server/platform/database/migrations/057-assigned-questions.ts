import type { Kysely } from 'kysely'

const TABLE = 'product_posts'

/** Adds assignee and deadline to questions about products and their answers. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable(TABLE).addColumn('assignee_id', 'text').execute()
  await schema.alterTable(TABLE).addColumn('assignment_due_at', 'text').execute()
  await schema.createIndex(`${TABLE}_assignee`).on(TABLE).columns(['assignee_id', 'id']).execute()
}
