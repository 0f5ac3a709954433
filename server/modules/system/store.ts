import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'

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
