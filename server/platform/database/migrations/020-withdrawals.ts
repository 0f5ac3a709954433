import type { Kysely } from 'kysely'

/** Stores when a vendor withdrew what had been handed in, which the record of the opening says. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('inquiry_invitations').addColumn('withdrawn_at', 'text').execute()
}
