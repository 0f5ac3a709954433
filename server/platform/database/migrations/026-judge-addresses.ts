import type { Kysely } from 'kysely'

/**
 * Adds the address by which a judge was invited, so that an invitation says nothing of whether it has an account; those
 * that there are were made for an account or by a link, and stay so.
 */
export async function addJudgeAddresses({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('evaluation_judges').addColumn('email', 'text').execute()
  await schema.createIndex('evaluation_judges_by_email').on('evaluation_judges').column('email').execute()
}
