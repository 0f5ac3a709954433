import type { GradingResults } from '#contracts/evaluation-grading/grading.ts'
import type { EvaluationAnalysisService, Requester } from '#server/modules/evaluation-analysis/service.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { RunPlan } from '../plan.ts'
import { listGradableTrials } from '../trials/store.ts'
import { listPairJudgements, summarizeReadings } from './results.ts'
import { listItems, listReadings } from './store.ts'

type Dependencies = { db: Queryable; analysis: Pick<EvaluationAnalysisService, 'comparePairs'> }

type Source = {
  runId: string
  plan: RunPlan
  /** The names of the judges by their ids. */
  names: ReadonlyMap<string, string>
  requester: Requester
}

/** Returns what people said of a run. The caller knows that they may no longer influence each other by it. */
export async function readGradingResults(
  { runId, plan, names, requester }: Source,
  { db, analysis }: Dependencies,
): Promise<GradingResults> {
  const [items, readings, trials] = await Promise.all([
    listItems(db, runId),
    listReadings(db, runId),
    listGradableTrials(db, runId),
  ])
  const places = new Map(trials.map((trial) => [trial.position, trial]))
  const judgements = listPairJudgements({ items, places })
  const strengths = judgements.length === 0 ? null : await analysis.comparePairs({ judgements }, requester)
  return summarizeReadings({ plan, items, readings, places, names }, strengths)
}
