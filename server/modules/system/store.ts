import { sql } from 'kysely'
import type { Database, Queryable } from '#server/platform/database/database.ts'

/** Returns how many bytes the database takes, without what PostgreSQL and SQLite keep beside it. */
export async function databaseSize({ kind, read }: Pick<Database, 'kind' | 'read'>): Promise<number> {
  const query =
    kind === 'sqlite'
      ? sql<{ size: number }>`select page_count * page_size as size from pragma_page_count(), pragma_page_size()`
      : sql<{ size: number }>`select pg_database_size(current_database()) as size`
  return Number((await query.execute(read)).rows[0]?.size ?? 0)
}

/** Returns how many evaluation projects members have, and the bytes of their evidence together. */
export async function sumEvaluationProjects(db: Queryable): Promise<{ count: number; size: number }> {
  const [projects, evidence] = await Promise.all([
    db
      .selectFrom('evaluationProjects')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('isExample', '=', false)
      .executeTakeFirst(),
    db
      .selectFrom('evaluationEvidence')
      .select((eb) => eb.fn.sum<number>('size').as('size'))
      .executeTakeFirst(),
  ])
  return { count: Number(projects?.count ?? 0), size: Number(evidence?.size ?? 0) }
}

/** Returns how many files were uploaded and are still kept, and their bytes together. */
export async function sumFiles(db: Queryable): Promise<{ count: number; size: number }> {
  const row = await db
    .selectFrom('files')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('size').as('size')])
    .executeTakeFirst()
  return { count: Number(row?.count ?? 0), size: Number(row?.size ?? 0) }
}
