/** The calculations that the worker thread of `service.ts` runs. */

import type { JudgeValidityReply, JudgeValidityRequest } from '#contracts/evaluation-analysis/judge-validity.ts'
import type { PairsReply, PairsRequest } from '#contracts/evaluation-analysis/pairs.ts'
import type { ReliabilityReply, ReliabilityRequest } from '#contracts/evaluation-analysis/reliability.ts'
import type { TrialsReply, TrialsRequest } from '#contracts/evaluation-analysis/trials.ts'
import type { WeightsReply, WeightsRequest } from '#contracts/evaluation-analysis/weights.ts'
import type { ScoreInterval } from '#contracts/published-evaluations/published-evaluation.ts'
import { calculateOrderWeights, calculatePairedWeights } from '#contracts/rules/evaluation/criterion-weights.ts'
import { calculateJudgeValidity } from '#contracts/rules/evaluation/judge-validity.ts'
import { CALCULATED_RELIABILITY, calculateReliability } from '#contracts/rules/evaluation/reliability.ts'
import { compareTrials, summarizeTrials } from '#contracts/rules/evaluation/trials.ts'
import { calculateGroupInterval } from './group-interval.ts'
import { calculatePairStrengths } from './pair-strengths.ts'
import type { GroupDraws } from './published-result.ts'

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

export function analyzeReliability({ trials }: ReliabilityRequest): ReliabilityReply {
  const described = trials.map(({ variant, ...trial }) => ({ ...trial, isVariant: variant }))
  return { candidates: calculateReliability(described, CALCULATED_RELIABILITY) }
}

export const validateJudge = ({ human, judge, others }: JudgeValidityRequest): JudgeValidityReply =>
  calculateJudgeValidity(human, judge, others)

export const comparePairs = ({ judgements }: PairsRequest): PairsReply => ({
  candidates: calculatePairStrengths(judgements),
})
