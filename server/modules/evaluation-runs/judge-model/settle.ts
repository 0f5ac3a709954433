/**
 * Decides whether a judge model's verdicts count: it has judged enough replies that people judged, too, and agrees with
 * them. Then they decide the trials that still wait; as soon as that no longer holds, those trials wait again.
 */
import { scoreWithVerdict } from '#contracts/rules/evaluation/score-with-verdict.ts'
import type { EvaluationProjectService } from '#server/modules/evaluation-projects/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { updateTrial } from '../claims/store.ts'
import type { PlanReader } from '../plan.ts'
import { readResult } from '../result.ts'
import { assessJudge } from './assess.ts'
import { listUndecided, saveRequiredReplies, withdrawVerdicts } from './store.ts'

type Dependencies = {
  database: Pick<Database, 'write'>
  projects: Pick<EvaluationProjectService, 'lock' | 'canRun'>
  settings: Pick<SettingsService, 'getContent'>
  readPlan: PlanReader
}

const ROWS_PER_READ = 200

/** Returns the score and outcome of a waiting trial by a verdict; `undefined` if checks still need a person. */
async function decide(
  db: Queryable,
  { runId, task, resultJson, verdict }: Awaited<ReturnType<typeof listUndecided>>[number],
  readPlan: PlanReader,
) {
  const plan = await readPlan(runId, db)
  const definition = plan.tasks.find(({ key }) => key === task)
  if (!definition) return undefined
  return scoreWithVerdict(definition, readResult(resultJson).checks, verdict === 'passed')
}

/** Gives the waiting trials of a project that have a verdict their outcome. */
async function applyVerdicts(
  db: Queryable,
  judge: { projectId: string; version: string },
  readPlan: PlanReader,
): Promise<void> {
  let after = { runId: '', position: -1 }
  for (;;) {
    const rows = await listUndecided(db, judge, { after, limit: ROWS_PER_READ })
    const last = rows.at(-1)
    if (!last) return
    for (const row of rows) {
      const decision = await decide(db, row, readPlan)
      if (!decision) continue
      const outcome = decision.isPassed ? 'passed' : 'failed'
      await updateTrial(db, row, { outcome, decidedBy: 'judge', score: decision.score })
    }
    after = { runId: last.runId, position: last.position }
  }
}

/** Applies or withdraws the verdicts of a project's judge, by as many replies as people must have judged, too. */
export async function settleVerdicts(
  { db }: Transaction,
  { projectId, required }: { projectId: string; required: number },
  readPlan: PlanReader,
): Promise<void> {
  const { version, standing } = await assessJudge(db, projectId, required)
  await saveRequiredReplies(db, projectId, required)
  if (version !== undefined && standing === 'counts') await applyVerdicts(db, { projectId, version }, readPlan)
  else await withdrawVerdicts(db, projectId)
}

export type JudgeSettlement = ReturnType<typeof createJudgeSettlement>

/** Creates the functions by which the verdicts of judge models count or not. */
export function createJudgeSettlement({ database, projects, settings, readPlan }: Dependencies) {
  /** Returns how many replies people must have judged, too. */
  const getRequired = async (): Promise<number> => (await settings.getContent()).minValidationReplies

  const settle = (transaction: Transaction, projectId: string, required: number): Promise<void> =>
    settleVerdicts(transaction, { projectId, required }, readPlan)

  return {
    getRequired,

    /**
     * Applies the verdicts of a project's judge, or withdraws them. Called in the transaction of whatever may change that,
     * such as a verdict of people, which has locked the project before all else.
     */
    settle,

    /** Makes a change to a project's runs or readings that may decide whether the verdicts of its judge count. */
    async change<Result>(projectId: string, task: (transaction: Transaction) => Promise<Result>): Promise<Result> {
      const required = await getRequired()
      return database.write(async (transaction) => {
        await projects.lock(transaction, projectId)
        const result = await task(transaction)
        // What a report says stays as it is.
        if (await projects.canRun(projectId, transaction.db)) await settle(transaction, projectId, required)
        return result
      })
    },

    /** Withdraws the verdicts of an earlier judge, in the transaction that changes it; those of the new one may count. */
    async replaceJudge(transaction: Transaction, projectId: string, required: number): Promise<void> {
      await withdrawVerdicts(transaction.db, projectId)
      await settle(transaction, projectId, required)
    },
  }
}
