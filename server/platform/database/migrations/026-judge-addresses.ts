import type { Kysely } from 'kysely'

/**
 * Adds the email address that a judge was invited with, so that an invitation doesn't reveal whether it has an account.
 * Existing judges, by account or by link, are unchanged.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('evaluation_judges').addColumn('email', 'text').execute()
  await schema.createIndex('evaluation_judges_by_email').on('evaluation_judges').column('email').execute()
}
