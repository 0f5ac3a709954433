import type { Insertable, Selectable } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type { EvaluationSealsTable } from '#server/platform/database/tables/evaluations.ts'

/** A seal without its questions, which may be many. */
export type SealRow = Omit<Selectable<EvaluationSealsTable>, 'questionsJson'>

export const insertSeal = (db: Queryable, row: Insertable<EvaluationSealsTable>) =>
  db.insertInto('evaluationSeals').values(row).execute()

/** Lists the seals of a project, oldest first. */
export const listSeals = (db: Queryable, projectId: string): Promise<SealRow[]> =>
  db
    .selectFrom('evaluationSeals')
    .select(['id', 'projectId', 'hash', 'nonceEncrypted', 'contentHash', 'count', 'sealedAt', 'openedAt'])
    .where('projectId', '=', projectId)
    .orderBy('sealedAt')
    .orderBy('id')
    .execute()

/** Returns the questions that a seal covers. */
export const getSealedQuestions = async (db: Queryable, id: string) =>
  (await db.selectFrom('evaluationSeals').select('questionsJson').where('id', '=', id).executeTakeFirstOrThrow())
    .questionsJson

/** Marks the seals of a project that weren't opened yet as opened. */
export const markOpened = (db: Queryable, projectId: string, openedAt: string) =>
  db
    .updateTable('evaluationSeals')
    .set({ openedAt })
    .where('projectId', '=', projectId)
    .where('openedAt', 'is', null)
    .execute()

/** Lists all nonces, to encrypt them again. */
export const listNonces = (db: Queryable) =>
  db.selectFrom('evaluationSeals').select(['id', 'nonceEncrypted']).orderBy('id').execute()

export const replaceNonce = (db: Queryable, id: string, nonceEncrypted: string) =>
  db.updateTable('evaluationSeals').set({ nonceEncrypted }).where('id', '=', id).execute()
