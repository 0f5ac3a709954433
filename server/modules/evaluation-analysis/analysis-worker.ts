/** The calculations that the worker thread of `service.ts` runs. */

import type { JudgeValidityReply, JudgeValidityRequest } from '#contracts/evaluation-analysis/judge-validity.ts'
import type { PairsReply, PairsRequest } from '#contracts/evaluation-analysis/pairs.ts'
import type { ReliabilityReply, ReliabilityRequest } from '#contracts/evaluation-analysis/reliability.ts'
import type { TrialsReply, TrialsRequest } from '#contracts/evaluation-analysis/trials.ts'
import type { WeightsReply, WeightsRequest } from '#contracts/evaluation-analysis/weights.ts'
import type { CandidateFigures } from '#contracts/evaluation-runs/run.ts'
import type { ScoreInterval } from '#contracts/published-evaluations/published-evaluation.ts'
import { calculateOrderWeights, calculatePairedWeights } from '#contracts/rules/evaluation/criterion-weights.ts'
import { calculateJudgeValidity } from '#contracts/rules/evaluation/judge-validity.ts'
import {
  CALCULATED_RELIABILITY,
  calculateReliability,
  RELIABILITY_FIGURES,
  REPORTED_RELIABILITY,
} from '#contracts/rules/evaluation/reliability.ts'
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

export const analyzeReliability = ({ trials }: ReliabilityRequest): ReliabilityReply => ({
  candidates: calculateReliability(trials.map(describeVariant), CALCULATED_RELIABILITY).map(pickValues),
})

/** Returns the reliability of the candidates of a run by their keys; no figure that rests on too little. */
export function reportReliability({ trials }: ReliabilityRequest): ReportedReliability {
  const candidates = calculateReliability(trials.map(describeVariant), REPORTED_RELIABILITY)
  return candidates.flatMap((figures) => {
    const { key, ...values } = pickValues(figures)
    if (RELIABILITY_FIGURES.every((name) => values[name] === null)) return []
    const restsOn = {
      outcomeConsistency: figures.outcomeConsistency.tasks,
      sequenceConsistency: figures.sequenceConsistency.tasks,
      timeConsistency: figures.timeConsistency.tasks,
      costConsistency: figures.costConsistency.tasks,
      robustness: figures.robustness.tasks,
      safety: figures.safety.tasks,
    }
    return [{ key, ...values, restsOn }]
  })
}
export type ReportedReliability = (NonNullable<CandidateFigures['reliability']> & { key: string })[]

const describeVariant = ({ variant, ...trial }: ReliabilityRequest['trials'][number]) => ({
  ...trial,
  isVariant: variant,
})

const pickValues = ({ key, tasks, ...figures }: ReturnType<typeof calculateReliability>[number]) => ({
  key,
  tasks,
  outcomeConsistency: figures.outcomeConsistency.value,
  sequenceConsistency: figures.sequenceConsistency.value,
  timeConsistency: figures.timeConsistency.value,
  costConsistency: figures.costConsistency.value,
  robustness: figures.robustness.value,
  safety: figures.safety.value,
})

export const validateJudge = ({ human, judge, others }: JudgeValidityRequest): JudgeValidityReply =>
  calculateJudgeValidity(human, judge, others)

export const comparePairs = ({ judgements }: PairsRequest): PairsReply => ({
  candidates: calculatePairStrengths(judgements),
})
