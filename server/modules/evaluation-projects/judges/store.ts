import type { ExpressionBuilder, Insertable, Selectable, Updateable } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type { EvaluationJudgesTable } from '#server/platform/database/tables/evaluations.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { ProjectRow } from '../store.ts'

/**
 * A seat among the judges of a project, or the person on it. An account may have several seats in a project: one under
 * its id, others under an address that it has proven since.
 */
export type JudgeRow = Selectable<EvaluationJudgesTable>

/** Matches the seats of an account: by its id, or by its email address once verified. */
const isOfAccount = (eb: ExpressionBuilder<Tables, 'evaluationJudges'>, userId: string) =>
  eb.or([
    eb('evaluationJudges.userId', '=', userId),
    eb.and([
      eb('evaluationJudges.userId', 'is', null),
      eb('evaluationJudges.email', 'in', (inner) =>
        inner
          .selectFrom('users')
          .select('email')
          .where('users.id', '=', userId)
          .where('users.emailVerifiedAt', 'is not', null),
      ),
    ]),
  ])

/** Lists the projects in which an account has a seat, without those in the recycle bin, most recently changed first. */
export const listJudgedProjects = (db: Queryable, userId: string): Promise<ProjectRow[]> =>
  db
    .selectFrom('evaluationProjects')
    .selectAll()
    .where('deletedAt', 'is', null)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('evaluationJudges')
        .select('projectId')
        .where((inner) => isOfAccount(inner, userId))
        .where('status', '!=', 'removed'),
    )
    .orderBy('updatedAt', 'desc')
    .execute()

/** Lists an account's seats with their projects, including removed ones, in order of invitation. */
export const listSeats = (db: Queryable, userId: string) =>
  db
    .selectFrom('evaluationJudges')
    .innerJoin('evaluationProjects', 'evaluationProjects.id', 'evaluationJudges.projectId')
    .selectAll('evaluationJudges')
    .select(['evaluationProjects.name as projectName', 'evaluationProjects.ownerName'])
    .where((eb) => isOfAccount(eb, userId))
    .orderBy('evaluationJudges.createdAt')
    .orderBy('evaluationJudges.id')
    .execute()

/** Returns whether a project has a seat for an account's email address that becomes valid once it is verified. */
export const hasUnverifiedSeat = async (db: Queryable, projectId: string, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('evaluationJudges')
    .innerJoin('users', 'users.email', 'evaluationJudges.email')
    .select('evaluationJudges.id')
    .where('evaluationJudges.projectId', '=', projectId)
    .where('evaluationJudges.userId', 'is', null)
    .where('evaluationJudges.status', '!=', 'removed')
    .where('users.id', '=', userId)
    .where('users.emailVerifiedAt', 'is', null)
    .executeTakeFirst()) !== undefined

export const insertJudge = (db: Queryable, row: Insertable<EvaluationJudgesTable>) =>
  db.insertInto('evaluationJudges').values(row).execute()

export const updateJudge = (db: Queryable, id: string, values: Updateable<EvaluationJudgesTable>) =>
  db.updateTable('evaluationJudges').set(values).where('id', '=', id).execute()

/**
 * Lets judges who have submitted score again. Removed ones stay removed, but no longer count as having submitted, in case
 * they are restored.
 */
export async function reopenJudges(db: Queryable, projectId: string): Promise<void> {
  const judges = db
    .updateTable('evaluationJudges')
    .where('projectId', '=', projectId)
    .where('submittedAt', 'is not', null)
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

export const findJudge = (db: Queryable, id: string): Promise<JudgeRow | undefined> =>
  db.selectFrom('evaluationJudges').selectAll().where('id', '=', id).executeTakeFirst()

/** Returns the judge with a link, even if it has expired or they were removed. */
export const findJudgeByToken = (db: Queryable, tokenHash: string): Promise<JudgeRow | undefined> =>
  db.selectFrom('evaluationJudges').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst()

/** Lists the ids of an account's seats in a project, including removed ones. */
export const listSeatIds = async (db: Queryable, projectId: string, userId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('evaluationJudges')
      .select('id')
      .where('projectId', '=', projectId)
      .where((eb) => isOfAccount(eb, userId))
      .execute()
  ).map(({ id }) => id)

/** Returns the seat of an account in a project, of several the first that it was invited to; removed ones don't count. */
export const findJudgeByUser = (db: Queryable, projectId: string, userId: string): Promise<JudgeRow | undefined> =>
  db
    .selectFrom('evaluationJudges')
    .selectAll()
    .where('projectId', '=', projectId)
    .where((eb) => isOfAccount(eb, userId))
    .where('status', '!=', 'removed')
    .orderBy('createdAt')
    .orderBy('id')
    .executeTakeFirst()

/**
 * Replaces the name of an account on all its seats, and unlinks it with its address. The seats of judges who haven't
 * submitted are removed.
 */
export async function anonymizeJudge(db: Queryable, userId: string, name: string): Promise<void> {
  const seats = db.updateTable('evaluationJudges').where((eb) => isOfAccount(eb, userId))
  await seats.set({ status: 'removed' }).where('status', '!=', 'submitted').execute()
  await seats.set({ name, userId: null, email: null }).execute()
}
