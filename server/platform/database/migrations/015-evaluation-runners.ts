import type { Kysely } from 'kysely'

/**
 * Adds who ran a trial, which of earlier ones nobody knows, when one was taken out, so that it can come back, and the end
 * of a reader's link; earlier ones have none.
 */
export async function addEvaluationRunners({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('evaluation_trials')
    .addColumn('runner', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await schema.alterTable('evaluation_trials').addColumn('removed_at', 'text').execute()
  await schema.alterTable('evaluation_projects').addColumn('reader_link_expires_at', 'text').execute()
}
