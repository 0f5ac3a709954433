import type { CandidateFigures } from '#contracts/evaluation-runs/run.ts'
import type { EvaluationAnalysisService, Requester } from '#server/modules/evaluation-analysis/service.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { calculateFigures, toReliabilityTrials } from './figures.ts'
import type { PlanReader, RunPlan } from './plan.ts'
import { countOutcomes, listDecidedTrials, listFingerprints, type OutcomeCount } from './store.ts'

type Dependencies = {
  db: Queryable
  readPlan: PlanReader
  analysis: Pick<EvaluationAnalysisService, 'calculateReliability'>
}

type RunFigures = { plan: RunPlan; counts: OutcomeCount[]; candidates: CandidateFigures[] }

/** Returns the plan of a run, the counts of its outcomes, and the figures of its candidates. */
export async function readFigures(
  runId: string,
  requester: Requester,
  { db, readPlan, analysis }: Dependencies,
): Promise<RunFigures> {
  const [plan, counts, decided, fingerprints] = await Promise.all([
    readPlan(runId),
    countOutcomes(db, runId),
    listDecidedTrials(db, runId),
    listFingerprints(db, runId),
  ])
  const trials = toReliabilityTrials(decided, plan)
  const reliability = trials.length === 0 ? null : await analysis.calculateReliability({ trials }, requester)
  return { plan, counts, candidates: calculateFigures({ plan, counts, decided, fingerprints, reliability }) }
}
