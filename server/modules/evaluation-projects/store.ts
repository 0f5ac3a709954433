import type { ExpressionBuilder, Insertable, Selectable, Updateable } from 'kysely'
import { ROLES } from '#contracts/vocabulary.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type {
  EvaluationEvidenceTable,
  EvaluationJudgesTable,
  EvaluationProjectsTable,
  EvaluationScoresTable,
  EvaluationTrialsTable,
} from '#server/platform/database/tables/evaluations.ts'
import type { Tables } from '#server/platform/database/tables.ts'

export type ProjectRow = Selectable<EvaluationProjectsTable>
export type JudgeRow = Selectable<EvaluationJudgesTable>
export type ScoreRow = Selectable<EvaluationScoresTable>
export type EvidenceRow = Selectable<EvaluationEvidenceTable>
export type TrialRow = Selectable<EvaluationTrialsTable>

export const insertProject = (db: Queryable, row: Insertable<EvaluationProjectsTable>) =>
  db.insertInto('evaluationProjects').values(row).execute()

export const findProject = (db: Queryable, id: string): Promise<ProjectRow | undefined> =>
  db.selectFrom('evaluationProjects').selectAll().where('id', '=', id).executeTakeFirst()

export const findExampleProject = (db: Queryable): Promise<ProjectRow | undefined> =>
  db.selectFrom('evaluationProjects').selectAll().where('isExample', '=', true).executeTakeFirst()

export const findProjectByReaderToken = (db: Queryable, tokenHash: string): Promise<ProjectRow | undefined> =>
  db
    .selectFrom('evaluationProjects')
    .selectAll()
    .where('readerTokenHash', '=', tokenHash)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()

/** Lists a member's projects, either those in the recycle bin or the others, most recently changed first. */
export const listOwnedProjects = (db: Queryable, ownerId: string, isInRecycleBin: boolean): Promise<ProjectRow[]> =>
  db
    .selectFrom('evaluationProjects')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('deletedAt', isInRecycleBin ? 'is not' : 'is', null)
    .orderBy('updatedAt', 'desc')
    .execute()

/** Counts a member's projects, excluding those in the recycle bin. */
export async function countOwnedProjects(db: Queryable, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('evaluationProjects')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('ownerId', '=', ownerId)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Matches the judges with a given account: by the account's id, or by its email address once verified. */
const isJudge = (eb: ExpressionBuilder<Tables, 'evaluationJudges'>, userId: string) =>
  eb.or([
    eb('userId', '=', userId),
    eb.and([
      eb('userId', 'is', null),
      eb('email', 'in', (inner) =>
        inner
          .selectFrom('users')
          .select('email')
          .where('users.id', '=', userId)
          .where('users.emailVerifiedAt', 'is not', null),
      ),
    ]),
  ])

/** Lists the projects for which a member is a judge, most recently changed first. */
export const listJudgedProjects = (db: Queryable, userId: string): Promise<ProjectRow[]> =>
  db
    .selectFrom('evaluationProjects')
    .selectAll()
    .where('deletedAt', 'is', null)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('evaluationJudges')
        .select('projectId')
        .where((inner) => isJudge(inner, userId))
        .where('status', '!=', 'removed'),
    )
    .orderBy('updatedAt', 'desc')
    .execute()

/** A finished project of staff, or the example. */
export type PublishableRow = Pick<ProjectRow, 'name' | 'ownerName' | 'isExample'> & {
  reportId: string
  finishedAt: string
}

const selectFinished = (db: Queryable) =>
  db
    .selectFrom('evaluationProjects')
    .innerJoin('evaluationReports', 'evaluationReports.id', 'evaluationProjects.reportId')
    .select([
      'evaluationProjects.name',
      'evaluationProjects.ownerName',
      'evaluationProjects.isExample',
      'evaluationReports.id as reportId',
      'evaluationReports.createdAt as finishedAt',
    ])
    .where('evaluationProjects.status', '=', 'final')
    .where('evaluationProjects.deletedAt', 'is', null)

const STAFF = ROLES.filter((role) => role !== 'member')

/** Lists the example, which has no owner, and projects of staff that were finished since a time, newest first. */
export const listPublishableProjects = (db: Queryable, since: string): Promise<PublishableRow[]> =>
  selectFinished(db)
    .where('evaluationProjects.ownerId', 'in', (eb) => eb.selectFrom('users').select('id').where('role', 'in', STAFF))
    .where('evaluationReports.createdAt', '>=', since)
    // As a union, since no single index covers both conditions.
    .unionAll(selectFinished(db).where('evaluationProjects.ownerId', 'is', null))
    .orderBy('finishedAt', 'desc')
    .orderBy('reportId')
    .execute()

/** Returns the finished project of a report; `undefined` if it belongs to a member or doesn't exist. */
export const findPublishableProject = (db: Queryable, reportId: string): Promise<PublishableRow | undefined> =>
  selectFinished(db)
    .leftJoin('users', 'users.id', 'evaluationProjects.ownerId')
    .where('evaluationReports.id', '=', reportId)
    .where((eb) => eb.or([eb('evaluationProjects.ownerId', 'is', null), eb('users.role', 'in', STAFF)]))
    .executeTakeFirst()

/**
 * Updates a project and increments its version, if it still has the given one (optimistic locking). Returns `false` if
 * it has changed since.
 */
export async function updateProject(
  db: Queryable,
  { id, version }: { id: string; version: number },
  values: Updateable<EvaluationProjectsTable>,
): Promise<boolean> {
  const updated = await db
    .updateTable('evaluationProjects')
    .set({ ...values, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** Locks a project until the transaction ends, so that concurrent changes of it wait for one another. */
export const lockProject = (db: Queryable, id: string) =>
  db
    .updateTable('evaluationProjects')
    .set((eb) => ({ id: eb.ref('id') }))
    .where('id', '=', id)
    .execute()

/** Lists the projects that were moved to the recycle bin before a time. */
export const listExpiredProjects = async (db: Queryable, before: string): Promise<string[]> =>
  (await db.selectFrom('evaluationProjects').select('id').where('deletedAt', '<', before).execute()).map(({ id }) => id)

/** Deletes a project with its judges, scores, evidence, trials and reports. */
export const deleteProject = (db: Queryable, id: string) =>
  db.deleteFrom('evaluationProjects').where('id', '=', id).execute()

export const insertJudge = (db: Queryable, row: Insertable<EvaluationJudgesTable>) =>
  db.insertInto('evaluationJudges').values(row).execute()

export const updateJudge = (db: Queryable, id: string, values: Updateable<EvaluationJudgesTable>) =>
  db.updateTable('evaluationJudges').set(values).where('id', '=', id).execute()

/** Lets judges who have submitted score again, including removed ones in case they are restored. */
export async function reopenJudges(db: Queryable, projectId: string): Promise<void> {
  const judges = db.updateTable('evaluationJudges').where('projectId', '=', projectId)
  await judges.set({ status: 'scoring' }).where('status', '=', 'submitted').execute()
  await judges.set({ submittedAt: null }).execute()
}

/** Lists the judges of projects in order of invitation, including removed ones. */
export const listJudges = (db: Queryable, projectIds: readonly string[]): Promise<JudgeRow[]> =>
  projectIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('evaluationJudges')
        .selectAll()
        .where('projectId', 'in', projectIds)
        .orderBy('createdAt')
        .orderBy('id')
        .execute()

export const findJudgeByToken = (db: Queryable, tokenHash: string): Promise<JudgeRow | undefined> =>
  db.selectFrom('evaluationJudges').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst()

export const findJudgeByUser = (db: Queryable, projectId: string, userId: string): Promise<JudgeRow | undefined> =>
  db
    .selectFrom('evaluationJudges')
    .selectAll()
    .where('projectId', '=', projectId)
    .where((eb) => isJudge(eb, userId))
    .where('status', '!=', 'removed')
    .executeTakeFirst()

/** Lists a project's scores of both rounds; only those of one judge if `judgeId` is given. */
export const listScores = (db: Queryable, projectId: string, judgeId?: string): Promise<ScoreRow[]> =>
  db
    .selectFrom('evaluationScores')
    .selectAll()
    .where('projectId', '=', projectId)
    .$if(judgeId !== undefined, (query) => query.where('judgeId', '=', judgeId ?? ''))
    .orderBy('judgeId')
    .orderBy('candidate')
    .orderBy('criterion')
    .orderBy('round')
    .execute()

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

export const deleteEvidence = (db: Queryable, id: string) =>
  db.deleteFrom('evaluationEvidence').where('id', '=', id).execute()

/** Lists a project's trials in order of entry, without removed ones. */
export const listTrials = (db: Queryable, projectId: string): Promise<TrialRow[]> =>
  db
    .selectFrom('evaluationTrials')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('removedAt', 'is', null)
    .orderBy('ordinal')
    .orderBy('id')
    .execute()

/** Adds trials. Existing ids are left unchanged, and restored if they were removed. */
export const insertTrials = (db: Queryable, rows: readonly Insertable<EvaluationTrialsTable>[]) =>
  db
    .insertInto('evaluationTrials')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['projectId', 'id']).doUpdateSet({ removedAt: null }))
    .execute()

/** Marks a trial as removed. Returns `false` if it doesn't exist. */
export async function removeTrial(
  db: Queryable,
  { projectId, id }: Pick<TrialRow, 'projectId' | 'id'>,
  removedAt: string,
): Promise<boolean> {
  const updated = await db
    .updateTable('evaluationTrials')
    .set({ removedAt })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}
