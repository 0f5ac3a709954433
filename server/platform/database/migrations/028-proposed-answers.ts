import type { Kysely } from 'kysely'

/** Stores which opened answers have yet to be proposed to the catalogue. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('inquiry_invitations').addColumn('proposal_due_at', 'text').execute()
  await schema
    .createIndex('inquiry_invitations_proposal')
    .on('inquiry_invitations')
    .columns(['proposal_due_at', 'id'])
    .execute()
}
