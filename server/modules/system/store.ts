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

/**
 * Returns the number of members' inquiries, and how many of them vendors are answering. Staff know no more of them than
 * that they exist.
 */
export async function getInquiryTotals(db: Queryable): Promise<{ count: number; open: number; submitted: number }> {
  const [count, open, submitted] = await Promise.all([
    countRows(db.selectFrom('inquiries')),
    countRows(db.selectFrom('inquiries').where('status', '=', 'open')),
    countRows(db.selectFrom('inquiryInvitations').where('submittedAt', 'is not', null)),
  ])
  return { count, open, submitted }
}

/** Returns the number of stored uploaded files, and their total bytes. */
export async function getFileTotals(db: Queryable): Promise<{ count: number; size: number }> {
  const row = await db
    .selectFrom('files')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('size').as('size')])
    .executeTakeFirst()
  return { count: Number(row?.count ?? 0), size: Number(row?.size ?? 0) }
}
