import type { Insertable, Selectable } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type { EvaluationSignaturesTable } from '#server/platform/database/tables/evaluations.ts'

export type SignatureRow = Selectable<EvaluationSignaturesTable>

export const insertSignature = (db: Queryable, row: Insertable<EvaluationSignaturesTable>) =>
  db.insertInto('evaluationSignatures').values(row).execute()

/** Lists the signatures of a project, those that are void included, oldest first. */
export const listSignatures = (db: Queryable, projectId: string): Promise<SignatureRow[]> =>
  db.selectFrom('evaluationSignatures').selectAll().where('projectId', '=', projectId).orderBy('ordinal').execute()

/** Replaces the name in a judge's signatures, and removes what they drew. */
export const anonymizeSignatures = (db: Queryable, judgeId: string, name: string) =>
  db.updateTable('evaluationSignatures').set({ name, drawing: null }).where('judgeId', '=', judgeId).execute()
