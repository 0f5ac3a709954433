import { countTotalDecimals, formatNumber } from '#contracts/rules/evaluation/format-figures.ts'
import { calculateWeightedParts, type Scores, type Weights } from '#contracts/rules/score.ts'
import { SCORE_GROUP_LABELS } from '#contracts/vocabulary.ts'

/** Formats a number with at most two decimals and without trailing zeros: `37.2`. */
export const formatDecimal = (value: number): string => formatNumber(value, 2)

/** Counts the decimals of a weighted mean: two, or more if it would otherwise appear to be rounded up. */
export const countMeanDecimals = (mean: number): number => Math.max(2, countTotalDecimals(mean))

/** Describes the calculation of a score: `技术93×40%＋商业92×35%＋市场87×25%＝91.15，取91`. */
export function describeCalculation(scores: Scores, weights: Weights, score: number): string {
  const parts = calculateWeightedParts(scores, weights)
  const terms = parts.map((part) => `${SCORE_GROUP_LABELS[part.group]}${part.score}×${formatDecimal(part.share)}%`)
  const total = parts.reduce((sum, { part }) => sum + part, 0)
  const mean = formatNumber(total, countMeanDecimals(total))
  const rounding = mean === String(score) ? '' : `，取${score}`
  return `${terms.join('＋')}＝${mean}${rounding}`
}
