import type { Insertable, Selectable } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type { EvaluationTrialsTable } from '#server/platform/database/tables/evaluations.ts'

export type TrialRow = Selectable<EvaluationTrialsTable>

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

/**
 * Adds trials. Removed ones are restored as they are given now: their earlier task may be gone, and its key may belong to
 * another.
 */
export const insertTrials = (db: Queryable, rows: readonly Insertable<EvaluationTrialsTable>[]) =>
  db
    .insertInto('evaluationTrials')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['projectId', 'id']).doUpdateSet(({ ref }) => ({
        task: ref('excluded.task'),
        candidate: ref('excluded.candidate'),
        isPassed: ref('excluded.isPassed'),
        seconds: ref('excluded.seconds'),
        cost: ref('excluded.cost'),
        note: ref('excluded.note'),
        runner: ref('excluded.runner'),
        removedAt: null,
      })),
    )
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

/** Replaces the name of the person who ran trials of a project. */
export const renameRunner = (
  db: Queryable,
  { projectId, runner }: Pick<TrialRow, 'projectId' | 'runner'>,
  newName: string,
) =>
  db
    .updateTable('evaluationTrials')
    .set({ runner: newName })
    .where('projectId', '=', projectId)
    .where('runner', '=', runner)
    .execute()
