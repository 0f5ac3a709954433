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
        runnerId: ref('excluded.runnerId'),
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

/**
 * Replaces the name of a member in the trials that they ran, and unlinks their account; those of their seats stay linked, as
 * conflicts of interest do. Where neither is stored, whatever bears a seat's name in its project loses it.
 */
export async function anonymizeTrials(
  db: Queryable,
  { userId, seats }: { userId: string; seats: readonly { id: string; projectId: string; name: string }[] },
  newName: string,
): Promise<void> {
  const trials = db.updateTable('evaluationTrials')
  await trials.set({ runner: newName, runnerId: null }).where('runnerId', '=', userId).execute()
  for (const { id, projectId, name } of seats) {
    await trials.set({ runner: newName }).where('runnerId', '=', id).execute()
    await trials
      .set({ runner: newName })
      .where('projectId', '=', projectId)
      .where('runner', '=', name)
      .where('runnerId', 'is', null)
      .execute()
  }
}
