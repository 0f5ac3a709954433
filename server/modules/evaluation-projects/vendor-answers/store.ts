import type { Insertable, Selectable } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type { EvaluationVendorAnswersTable } from '#server/platform/database/tables/evaluations.ts'

export type VendorAnswersRow = Selectable<EvaluationVendorAnswersTable>

/** Stores the answers of a vendor; they replace those that were taken from the same invitation. */
export const saveVendorAnswers = (db: Queryable, row: Insertable<EvaluationVendorAnswersTable>) => {
  const { candidate, inquiry, answersJson, submittedAt, hash, createdAt } = row
  return db
    .insertInto('evaluationVendorAnswers')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['projectId', 'invitation'])
        .doUpdateSet({ candidate, inquiry, answersJson, submittedAt, hash, createdAt }),
    )
    .execute()
}

/** Lists the answers of vendors in a project, in the order in which they were handed in. */
export const listVendorAnswers = (db: Queryable, projectId: string): Promise<VendorAnswersRow[]> =>
  db
    .selectFrom('evaluationVendorAnswers')
    .selectAll()
    .where('projectId', '=', projectId)
    .orderBy('submittedAt')
    .orderBy('id')
    .execute()
