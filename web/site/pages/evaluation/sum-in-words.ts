import { type Scores, type Weights, weightedParts } from '#contracts/rules/score.ts'
import { SCORE_GROUP_LABELS } from '#contracts/vocabulary.ts'

/** At most two decimals, none that say nothing: `37.2`. */
export const short = (value: number): string => String(Math.round(value * 100) / 100)

/** How a score came about: `技术93×40%＋商业92×35%＋市场87×25%＝91.15，取91`. */
export function sumInWords(scores: Scores, weights: Weights, score: number): string {
  const parts = weightedParts(scores, weights)
  const terms = parts.map((part) => `${SCORE_GROUP_LABELS[part.group]}${part.score}×${short(part.share)}%`)
  const mean = short(parts.reduce((sum, { part }) => sum + part, 0))
  const rounding = mean === String(score) ? '' : `，取${score}`
  return `${terms.join('＋')}＝${mean}${rounding}`
}
