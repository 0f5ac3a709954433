import type { Kysely } from 'kysely'

/**
 * Stores at which provider a session began, so that it ends with the provider, and when a provider last proved a second factor
 * of an account, by which its keys are judged.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('sessions').addColumn('provider_id', 'text').execute()
  await schema.createIndex('sessions_provider').on('sessions').column('provider_id').execute()
  await schema.alterTable('company_accounts').addColumn('second_factor_at', 'text').execute()
}
