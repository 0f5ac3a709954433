import type { EvaluationContent } from '#contracts/documents/evaluation.ts'
import { SCORE } from '#contracts/limits.ts'
import { calculateScore, getRecommendation } from '#contracts/rules/score.ts'

const INITIAL_SCORES = { techScore: SCORE.initial, businessScore: SCORE.initial, marketScore: SCORE.initial }

/**
 * Returns the result that is shown before anything is scored: the document's sample, or the result of the initial
 * scores.
 */
export function getSampleResult(tool: EvaluationContent['evaluationTool']): { score: number; recommendation: string } {
  const { defaultResult, weights, thresholds } = tool
  if (defaultResult.recommendation !== '') return defaultResult
  const score = calculateScore(INITIAL_SCORES, weights)
  return { score, recommendation: getRecommendation(score, thresholds) }
}
