import type { Kysely } from 'kysely'

/** Adds an index for counting the reports of a period by recommendation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('reports_by_recommendation')
    .on('reports')
    .columns(['recommendation', 'created_at'])
    .execute()
  await db.schema.dropIndex('reports_created').execute()
}
