import type { Insertable, Selectable } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type { EvaluationMethodsTable } from '#server/platform/database/tables/evaluations.ts'

export type MethodRow = Selectable<EvaluationMethodsTable>

const selectNewestFirst = (db: Queryable) => db.selectFrom('evaluationMethods').selectAll().orderBy('version', 'desc')

/** Lists versions, newest first. */
export const listMethods = (db: Queryable): Promise<MethodRow[]> => selectNewestFirst(db).execute()

export const findNewestMethod = (db: Queryable): Promise<MethodRow | undefined> =>
  selectNewestFirst(db).limit(1).executeTakeFirst()

export const findMethod = (db: Queryable, version: number): Promise<MethodRow | undefined> =>
  db.selectFrom('evaluationMethods').selectAll().where('version', '=', version).executeTakeFirst()

export const insertMethod = (db: Queryable, row: Insertable<EvaluationMethodsTable>) =>
  db.insertInto('evaluationMethods').values(row).execute()
