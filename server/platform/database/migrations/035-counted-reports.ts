import type { Kysely } from 'kysely'

/** Counts the reports of a span along an index, one recommendation after another. */
export async function indexReportsByVerdict(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('reports_by_recommendation')
    .on('reports')
    .columns(['recommendation', 'created_at'])
    .execute()
  await db.schema.dropIndex('reports_created').execute()
}
