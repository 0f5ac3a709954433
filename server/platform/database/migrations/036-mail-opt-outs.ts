import type { Kysely } from 'kysely'
import { ownedByUser, required } from './columns.ts'

/** Creates the kinds of mail that members don't want to get. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('mail_opt_outs')
    .addColumn('user_id', 'text', ownedByUser)
    .addColumn('kind', 'text', required)
    .addColumn('created_at', 'text', required)
    .addPrimaryKeyConstraint('mail_opt_outs_pk', ['user_id', 'kind'])
    .execute()
}
