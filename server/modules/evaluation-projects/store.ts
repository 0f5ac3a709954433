import type { Insertable, Selectable, Updateable } from 'kysely'
import { ROLES } from '#contracts/vocabulary.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { EvaluationProjectsTable } from '#server/platform/database/tables/evaluations.ts'

export type ProjectRow = Selectable<EvaluationProjectsTable>

export const insertProject = (db: Queryable, row: Insertable<EvaluationProjectsTable>) =>
  db.insertInto('evaluationProjects').values(row).execute()

/** Returns a project, whether or not it is in the recycle bin. */
export const findAnyProject = (db: Queryable, id: string): Promise<ProjectRow | undefined> =>
  db.selectFrom('evaluationProjects').selectAll().where('id', '=', id).executeTakeFirst()

/** Returns what says whether a project may still change, without its documents; also of one in the recycle bin. */
export const findProjectState = (db: Queryable, id: string) =>
  db.selectFrom('evaluationProjects').select(['status', 'deletedAt']).where('id', '=', id).executeTakeFirst()

export const findExampleProject = (db: Queryable): Promise<ProjectRow | undefined> =>
  db.selectFrom('evaluationProjects').selectAll().where('isExample', '=', true).executeTakeFirst()

/** Returns the project that a reader's link shows; `undefined` if it is in the recycle bin. */
export const findReadableProject = (db: Queryable, tokenHash: string): Promise<ProjectRow | undefined> =>
  db
    .selectFrom('evaluationProjects')
    .selectAll()
    .where('readerTokenHash', '=', tokenHash)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()

/** Lists the projects of an owner, either those in the recycle bin or the others, most recently changed first. */
export const listOwnedProjects = (
  db: Queryable,
  ownerId: string,
  { isInRecycleBin }: { isInRecycleBin: boolean },
): Promise<ProjectRow[]> =>
  db
    .selectFrom('evaluationProjects')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('deletedAt', isInRecycleBin ? 'is not' : 'is', null)
    .orderBy('updatedAt', 'desc')
    .execute()

/** Lists projects by their ids, without those in the recycle bin, most recently changed first. */
export const listProjectsById = async (db: Queryable, ids: readonly string[]): Promise<ProjectRow[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('evaluationProjects')
        .selectAll()
        .where('id', 'in', ids)
        .where('deletedAt', 'is', null)
        .orderBy('updatedAt', 'desc')
        .execute()

/** Counts the projects of an owner, excluding those in the recycle bin. */
export const countOwnedProjects = (db: Queryable, ownerId: string): Promise<number> =>
  countRows(db.selectFrom('evaluationProjects').where('ownerId', '=', ownerId).where('deletedAt', 'is', null))

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

/** Returns the finished project of a report; `undefined` if its owner isn't staff, or it doesn't exist. */
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

/** Lists the ids of the projects that were moved to the recycle bin before a time. */
export const listProjectIdsRecycledBefore = async (db: Queryable, before: string): Promise<string[]> =>
  (await db.selectFrom('evaluationProjects').select('id').where('deletedAt', '<', before).execute()).map(({ id }) => id)

/** Deletes a project with its judges, scores, evidence, trials and reports. */
export const deleteProject = (db: Queryable, id: string) =>
  db.deleteFrom('evaluationProjects').where('id', '=', id).execute()

/** Gives a project to another owner. Saves that are based on its earlier version conflict. */
export const setProjectOwner = (db: Queryable, id: string, owner: { id: string; name: string }, now: string) =>
  db
    .updateTable('evaluationProjects')
    .set((eb) => ({ ownerId: owner.id, ownerName: owner.name, updatedAt: now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
