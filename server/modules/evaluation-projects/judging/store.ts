/** The scores that judges give, and the files that they attach as evidence. */
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type { EvaluationEvidenceTable, EvaluationScoresTable } from '#server/platform/database/tables/evaluations.ts'

export type ScoreRow = Selectable<EvaluationScoresTable>
export type EvidenceRow = Selectable<EvaluationEvidenceTable>

/** Lists a project's scores of both rounds; only those of one judge if `judgeId` is given. */
export function listScores(db: Queryable, projectId: string, judgeId?: string): Promise<ScoreRow[]> {
  const query = db.selectFrom('evaluationScores').selectAll().where('projectId', '=', projectId)
  return (judgeId === undefined ? query : query.where('judgeId', '=', judgeId))
    .orderBy('judgeId')
    .orderBy('candidate')
    .orderBy('criterion')
    .orderBy('round')
    .execute()
}

type CellKey = Pick<ScoreRow, 'projectId' | 'judgeId' | 'candidate' | 'criterion'>

/** Lists a judge's scores for one candidate and criterion, at most one per round. */
export const listCellScores = (
  db: Queryable,
  { projectId, judgeId, candidate, criterion }: CellKey,
): Promise<ScoreRow[]> =>
  db
    .selectFrom('evaluationScores')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('judgeId', '=', judgeId)
    .where('candidate', '=', candidate)
    .where('criterion', '=', criterion)
    .orderBy('round')
    .execute()

type ScoreKey = Pick<ScoreRow, 'judgeId' | 'candidate' | 'criterion' | 'round'>

export const insertScore = (db: Queryable, row: Insertable<EvaluationScoresTable>) =>
  db.insertInto('evaluationScores').values(row).execute()

/** Updates a score if it still has the given version. Returns `false` if it has changed since. */
export async function updateScore(
  db: Queryable,
  { judgeId, candidate, criterion, round }: ScoreKey,
  version: number,
  values: Updateable<EvaluationScoresTable>,
): Promise<boolean> {
  const updated = await db
    .updateTable('evaluationScores')
    .set({ ...values, version: version + 1 })
    .where('judgeId', '=', judgeId)
    .where('candidate', '=', candidate)
    .where('criterion', '=', criterion)
    .where('round', '=', round)
    .where('version', '=', version)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

export const insertEvidence = (db: Queryable, row: Insertable<EvaluationEvidenceTable>) =>
  db.insertInto('evaluationEvidence').values(row).execute()

export const listEvidence = (db: Queryable, projectId: string): Promise<EvidenceRow[]> =>
  db
    .selectFrom('evaluationEvidence')
    .selectAll()
    .where('projectId', '=', projectId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** Lists the files attached to a judge's scores for one candidate and criterion. */
export const listCellEvidence = (
  db: Queryable,
  { projectId, judgeId, candidate, criterion }: CellKey,
): Promise<EvidenceRow[]> =>
  db
    .selectFrom('evaluationEvidence')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('judgeId', '=', judgeId)
    .where('candidate', '=', candidate)
    .where('criterion', '=', criterion)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** Returns the total size of the evidence in a member's projects, including those in the recycle bin. */
export async function sumEvidenceBytes(db: Queryable, ownerId: string): Promise<number> {
  const row = await db
    .selectFrom('evaluationProjects')
    .innerJoin('evaluationEvidence', 'evaluationEvidence.projectId', 'evaluationProjects.id')
    .select((eb) => eb.fn.sum<number>('evaluationEvidence.size').as('bytes'))
    .where('evaluationProjects.ownerId', '=', ownerId)
    .executeTakeFirst()
  return Number(row?.bytes ?? 0)
}

export const deleteEvidence = (db: Queryable, id: string) =>
  db.deleteFrom('evaluationEvidence').where('id', '=', id).execute()
