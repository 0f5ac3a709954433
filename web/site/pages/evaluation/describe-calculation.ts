import { calculateWeightedParts, type Scores, type Weights } from '#contracts/rules/score.ts'
import { SCORE_GROUP_LABELS } from '#contracts/vocabulary.ts'

/** Formats a number with at most two decimals and without trailing zeros: `37.2`. */
export const formatDecimal = (value: number): string => String(Math.round(value * 100) / 100)

/** Describes the calculation of a score: `技术93×40%＋商业92×35%＋市场87×25%＝91.15，取91`. */
export function describeCalculation(scores: Scores, weights: Weights, score: number): string {
  const parts = calculateWeightedParts(scores, weights)
  const terms = parts.map((part) => `${SCORE_GROUP_LABELS[part.group]}${part.score}×${formatDecimal(part.share)}%`)
  const mean = formatDecimal(parts.reduce((sum, { part }) => sum + part, 0))
  const rounding = mean === String(score) ? '' : `，取${score}`
  return `${terms.join('＋')}＝${mean}${rounding}`
}
