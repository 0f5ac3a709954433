import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type { EvaluationDeclarationsTable } from '#server/platform/database/tables/evaluations.ts'

export type DeclarationRow = Selectable<EvaluationDeclarationsTable>

export const insertDeclaration = (db: Queryable, row: Insertable<EvaluationDeclarationsTable>) =>
  db.insertInto('evaluationDeclarations').values(row).execute()

export const updateDeclaration = (db: Queryable, id: string, values: Updateable<EvaluationDeclarationsTable>) =>
  db.updateTable('evaluationDeclarations').set(values).where('id', '=', id).execute()

export const findDeclarationOfJudge = (db: Queryable, judgeId: string): Promise<DeclarationRow | undefined> =>
  db.selectFrom('evaluationDeclarations').selectAll().where('judgeId', '=', judgeId).executeTakeFirst()

/** Returns what an owner declared who isn't a judge. */
export const findDeclarationOfOwner = (
  db: Queryable,
  projectId: string,
  userId: string,
): Promise<DeclarationRow | undefined> =>
  db
    .selectFrom('evaluationDeclarations')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .executeTakeFirst()

/** Lists what was declared in a project. */
export const listDeclarations = (db: Queryable, projectId: string): Promise<DeclarationRow[]> =>
  db
    .selectFrom('evaluationDeclarations')
    .selectAll()
    .where('projectId', '=', projectId)
    .orderBy('declaredAt')
    .orderBy('id')
    .execute()

/** Replaces the name of an owner in what they declared, and unlinks their account. */
export const anonymizeDeclarations = (db: Queryable, userId: string, name: string) =>
  db.updateTable('evaluationDeclarations').set({ name, userId: null }).where('userId', '=', userId).execute()
