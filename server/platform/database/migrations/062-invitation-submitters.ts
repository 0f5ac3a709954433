import type { Kysely } from 'kysely'

/** Stores which account has handed in an answer to an inquiry, to be told if somebody else withdraws it. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('inquiry_invitations')
    .addColumn('submitter_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .execute()
}
