/** The calculations that the worker thread of `service.ts` runs. */
import type { TrialsReply, TrialsRequest } from '#contracts/evaluation-analysis/trials.ts'
import type { WeightsReply, WeightsRequest } from '#contracts/evaluation-analysis/weights.ts'
import type { ScoreInterval } from '#contracts/published-evaluations/published-evaluation.ts'
import { calculateOrderWeights, calculatePairedWeights } from '#contracts/rules/evaluation/criterion-weights.ts'
import { calculateGroupInterval } from '#contracts/rules/evaluation/group-interval.ts'
import type { GroupDraws } from '#contracts/rules/evaluation/published-result.ts'
import { compareTrials, summarizeTrials } from '#contracts/rules/evaluation/trials.ts'

export { analyzeEvaluation } from '#contracts/rules/evaluation/analysis.ts'

/** Returns the interval of each scored group, by its key. */
export function calculateGroupIntervals(groups: readonly GroupDraws[]): Record<string, ScoreInterval | null> {
  return Object.fromEntries(groups.map(({ key, score, criteria }) => [key, calculateGroupInterval(score, criteria)]))
}

export function calculateWeights(request: WeightsRequest): WeightsReply {
  return request.method === 'pairs'
    ? calculatePairedWeights(request.matrix)
    : { weights: calculateOrderWeights(request.count) }
}

export function analyzeTrials({ trials, seed }: TrialsRequest): TrialsReply {
  return { candidates: summarizeTrials(trials), differences: compareTrials(trials, seed) }
}
