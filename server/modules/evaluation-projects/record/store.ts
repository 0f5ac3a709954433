import type { Selectable } from 'kysely'
import type { ProjectAct } from '#contracts/evaluation-projects/acts.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { RowRange } from '#server/platform/database/row-range.ts'
import type { ProjectActsTable } from '#server/platform/database/tables/evaluations.ts'

export type ActRow = Selectable<ProjectActsTable>

export const insertAct = (db: Queryable, row: ActRow) => db.insertInto('projectActs').values(row).execute()

type ActFilter = { projectId: string; acts: readonly ProjectAct[] }

const filterActs = (db: Queryable, { projectId, acts }: ActFilter) =>
  db.selectFrom('projectActs').where('projectId', '=', projectId).where('act', 'in', acts)

export const countActs = (db: Queryable, filter: ActFilter): Promise<number> => countRows(filterActs(db, filter))

/** Lists some acts of a project, newest first. */
export const listNewestActs = (db: Queryable, filter: ActFilter, { limit, offset }: RowRange): Promise<ActRow[]> =>
  filterActs(db, filter).selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute()

/** Lists some acts of a project, oldest first. */
export const listActsOf = (db: Queryable, filter: ActFilter): Promise<ActRow[]> =>
  filterActs(db, filter).selectAll().orderBy('id').execute()

/** Returns the newest act that may have changed a project until a time; judges change only their own scores. */
export const findNewestChange = (
  db: Queryable,
  { projectId, until }: { projectId: string; until: string },
): Promise<ActRow | undefined> =>
  db
    .selectFrom('projectActs')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('role', '!=', 'judge')
    .where('at', '<=', until)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Lists all acts of a project, oldest first. */
export const listActs = (db: Queryable, projectId: string): Promise<ActRow[]> =>
  db.selectFrom('projectActs').selectAll().where('projectId', '=', projectId).orderBy('id').execute()

/** Replaces the name of people in all records, and unlinks them. `ids` are an account and its seats as a judge. */
export async function anonymizeActs(db: Queryable, ids: readonly string[], name: string): Promise<void> {
  const acts = db.updateTable('projectActs')
  await acts.set({ actorId: null, actorName: name }).where('actorId', 'in', ids).execute()
  await acts.set({ subjectId: null, subjectName: name }).where('subjectId', 'in', ids).execute()
}
