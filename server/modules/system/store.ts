import { sql } from 'kysely'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'

/** Returns the size of the database in bytes, without the auxiliary files of PostgreSQL and SQLite. */
export async function getDatabaseSize({ kind, read }: Pick<Database, 'kind' | 'read'>): Promise<number> {
  const query =
    kind === 'sqlite'
      ? sql<{ size: number }>`select page_count * page_size as size from pragma_page_count(), pragma_page_size()`
      : sql<{ size: number }>`select pg_database_size(current_database()) as size`
  return Number((await query.execute(read)).rows[0]?.size ?? 0)
}

/** Returns the number of members' evaluation projects, and the total bytes of all evidence. */
export async function getEvaluationProjectTotals(db: Queryable): Promise<{ count: number; size: number }> {
  const [count, evidence] = await Promise.all([
    countRows(db.selectFrom('evaluationProjects').where('isExample', '=', false)),
    db
      .selectFrom('evaluationEvidence')
      .select((eb) => eb.fn.sum<number>('size').as('size'))
      .executeTakeFirst(),
  ])
  return { count, size: Number(evidence?.size ?? 0) }
}

/** Returns the number of stored uploaded files, and their total bytes. */
export async function getFileTotals(db: Queryable): Promise<{ count: number; size: number }> {
  const row = await db
    .selectFrom('files')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('size').as('size')])
    .executeTakeFirst()
  return { count: Number(row?.count ?? 0), size: Number(row?.size ?? 0) }
}
