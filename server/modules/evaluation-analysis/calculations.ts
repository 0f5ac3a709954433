/** What the worker thread of `service.ts` calculates. */
import type { TrialsReply, TrialsRequest } from '#contracts/evaluation-analysis/trials.ts'
import type { WeightsReply, WeightsRequest } from '#contracts/evaluation-analysis/weights.ts'
import { calculateOrderWeights, calculatePairedWeights } from '#contracts/rules/evaluation/criterion-weights.ts'
import { compareTrials, summarizeTrials } from '#contracts/rules/evaluation/trials.ts'

export { analyzeEvaluation } from '#contracts/rules/evaluation/analysis.ts'

export function weighCriteria(request: WeightsRequest): WeightsReply {
  return request.method === 'pairs'
    ? calculatePairedWeights(request.matrix)
    : { weights: calculateOrderWeights(request.count) }
}

export function analyzeTrials({ trials, seed }: TrialsRequest): TrialsReply {
  return { candidates: summarizeTrials(trials), differences: compareTrials(trials, seed) }
}
