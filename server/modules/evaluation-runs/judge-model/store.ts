import type { Insertable, Selectable } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type { JudgeModelsTable } from '#server/platform/database/tables/evaluations.ts'
import { RUN_COLUMNS, type RunRow } from '../store.ts'
import type { RunTrialRow } from '../trials/store.ts'

export type JudgeModelRow = Selectable<JudgeModelsTable>

export const findJudgeModel = (db: Queryable, projectId: string): Promise<JudgeModelRow | undefined> =>
  db.selectFrom('judgeModels').selectAll().where('projectId', '=', projectId).executeTakeFirst()

export const saveJudgeModel = (db: Queryable, row: Insertable<JudgeModelsTable>) =>
  db
    .insertInto('judgeModels')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('projectId').doUpdateSet(({ ref }) => ({
        rubric: ref('excluded.rubric'),
        judgeVersion: ref('excluded.judgeVersion'),
        version: ref('excluded.version'),
        updatedAt: ref('excluded.updatedAt'),
      })),
    )
    .execute()

/** Keeps the minimum of replies by which it was decided whether a judge's verdicts count. */
export const saveRequiredReplies = (db: Queryable, projectId: string, requiredReplies: number) =>
  db.updateTable('judgeModels').set({ requiredReplies }).where('projectId', '=', projectId).execute()

/** Returns the judging of a run's replies; there is one at most. */
export const findJudging = (db: Queryable, judgedRunId: string): Promise<RunRow | undefined> =>
  db.selectFrom('evaluationRuns').select(RUN_COLUMNS).where('judgedRunId', '=', judgedRunId).executeTakeFirst()

/** Lists the judgings of a project. */
export const listJudgings = (db: Queryable, projectId: string): Promise<RunRow[]> =>
  db
    .selectFrom('evaluationRuns')
    .select(RUN_COLUMNS)
    .where('projectId', '=', projectId)
    .where('judgedRunId', 'is not', null)
    .orderBy('startedAt')
    .execute()

/** Lists the replies of a run that a judge may judge, after a position: those without an outcome, and those that people judged. */
export const listJudgeable = (
  db: Queryable,
  runId: string,
  { after, limit }: { after: number; limit: number },
): Promise<Pick<RunTrialRow, 'position' | 'task' | 'repeat' | 'variant' | 'decidedBy'>[]> =>
  db
    .selectFrom('evaluationRunTrials')
    .select(['position', 'task', 'repeat', 'variant', 'decidedBy'])
    .where('runId', '=', runId)
    .where('position', '>', after)
    .where((eb) => eb.or([eb('outcome', '=', 'unscored'), eb('decidedBy', '=', 'people')]))
    .orderBy('position')
    .limit(limit)
    .execute()

/** Lists the positions that a judging has, whatever became of them. */
export const listPositions = async (db: Queryable, judgingId: string): Promise<number[]> =>
  (await db.selectFrom('evaluationRunTrials').select('position').where('runId', '=', judgingId).execute()).map(
    ({ position }) => position,
  )

/** The judge's verdicts of one version beside the trials that they are about. */
const joinVerdicts = (db: Queryable, { projectId, version }: { projectId: string; version: string }) =>
  db
    .selectFrom('evaluationRuns as judging')
    .innerJoin('evaluationRunTrials as verdict', 'verdict.runId', 'judging.id')
    .innerJoin('evaluationRunTrials as trial', (join) =>
      join.onRef('trial.runId', '=', 'judging.judgedRunId').onRef('trial.position', '=', 'verdict.position'),
    )
    .where('judging.projectId', '=', projectId)
    .where('judging.judgeVersion', '=', version)
    .where('verdict.outcome', 'in', ['passed', 'failed'])

/** Lists the verdicts of people and of the judge on the same replies, over all runs of a project. */
export const listVerdictPairs = (db: Queryable, judge: { projectId: string; version: string }) =>
  joinVerdicts(db, judge)
    .select(['trial.outcome as human', 'verdict.outcome as judge'])
    .where('trial.decidedBy', '=', 'people')
    .where('trial.outcome', 'in', ['passed', 'failed'])
    .execute()

/** Counts the judge's verdicts of a run on replies that people haven't judged, by candidate and outcome. */
export async function countVerdicts(db: Queryable, judge: { projectId: string; version: string }, runId: string) {
  const rows = await joinVerdicts(db, judge)
    .select((eb) => ['trial.candidate', 'verdict.outcome', eb.fn.countAll<number | string>().as('count')])
    .where('trial.runId', '=', runId)
    .where((eb) => eb.or([eb('trial.decidedBy', 'is', null), eb('trial.decidedBy', '!=', 'people')]))
    .groupBy(['trial.candidate', 'verdict.outcome'])
    .execute()
  return rows.map(({ count, ...row }) => ({ ...row, count: Number(count) }))
}

/** Lists the trials that wait for a verdict and have the judge's, some at a time. */
export const listUndecided = (
  db: Queryable,
  judge: { projectId: string; version: string },
  { after, limit }: { after: { runId: string; position: number }; limit: number },
) =>
  joinVerdicts(db, judge)
    .select(['trial.runId', 'trial.position', 'trial.task', 'trial.resultJson', 'verdict.outcome as verdict'])
    .where('trial.outcome', '=', 'unscored')
    .where((eb) =>
      eb.or([
        eb('trial.runId', '>', after.runId),
        eb.and([eb('trial.runId', '=', after.runId), eb('trial.position', '>', after.position)]),
      ]),
    )
    .orderBy('trial.runId')
    .orderBy('trial.position')
    .limit(limit)
    .execute()

/** Takes the outcome from the trials of a project that a judge model decided; they wait for a verdict again. */
export const withdrawVerdicts = (db: Queryable, projectId: string) =>
  db
    .updateTable('evaluationRunTrials')
    .set({ outcome: 'unscored', decidedBy: null, score: null })
    .where('decidedBy', '=', 'judge')
    .where('runId', 'in', (eb) =>
      eb.selectFrom('evaluationRuns').select('id').where('projectId', '=', projectId).where('judgedRunId', 'is', null),
    )
    .execute()

/** Lists what a judging says of the trials at some positions. */
export const listVerdicts = (db: Queryable, judgingId: string, positions: readonly number[]): Promise<RunTrialRow[]> =>
  db
    .selectFrom('evaluationRunTrials')
    .selectAll()
    .where('runId', '=', judgingId)
    .where('position', 'in', positions)
    .where('outcome', 'in', ['passed', 'failed', 'unscored'])
    .execute()
