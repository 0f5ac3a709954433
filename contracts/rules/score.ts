import type { Recommendation } from '../vocabulary.ts'

export type Scores = { techScore: number; businessScore: number; marketScore: number }
/** Shares of the total; only their proportions count, so they need not add up to 100. */
export type Weights = { tech: number; business: number; market: number }
export type Thresholds = { strong: number; recommend: number; cautious: number }

export const DEFAULT_WEIGHTS: Weights = { tech: 40, business: 35, market: 25 }
export const DEFAULT_THRESHOLDS: Thresholds = { strong: 90, recommend: 80, cautious: 70 }

/**
 * Returns the score of an evaluation: the weighted mean of three scores, rounded half up. Takes scores of 0 to 100 and
 * weights of which at least one is positive; returns an integer of 0 to 100.
 */
export function calculateScore(scores: Scores, weights: Weights = DEFAULT_WEIGHTS): number {
  const total = weights.tech + weights.business + weights.market
  const sum =
    scores.techScore * weights.tech + scores.businessScore * weights.business + scores.marketScore * weights.market
  return roundTotal(sum / total)
}

/** Sums of fractions deviate by about 1e-14; a half counts as a half within this distance. */
const TOLERANCE = 1e-9

/** Returns a weighted mean rounded half up. */
export const roundTotal = (total: number): number => Math.floor(total + 0.5 + TOLERANCE)

export type ScoreGroup = keyof Weights
export type WeightedPart = {
  group: ScoreGroup
  score: number
  /** In percent of the total. */
  share: number
  /** The group's contribution to the score, before rounding. */
  part: number
}

/** Returns the contribution of each of the three groups to the score; takes the same input as `calculateScore`. */
export function calculateWeightedParts(scores: Scores, weights: Weights): WeightedPart[] {
  const total = weights.tech + weights.business + weights.market
  const groups = [
    ['tech', scores.techScore],
    ['business', scores.businessScore],
    ['market', scores.marketScore],
  ] as const
  return groups.map(([group, score]) => ({
    group,
    score,
    share: (weights[group] * 100) / total,
    part: (score * weights[group]) / total,
  }))
}

/** Returns the verdict on a score of 0 to 100. */
export function getRecommendation(score: number, thresholds: Thresholds = DEFAULT_THRESHOLDS): Recommendation {
  if (score >= thresholds.strong) return '强烈推荐'
  if (score >= thresholds.recommend) return '推荐'
  if (score >= thresholds.cautious) return '谨慎推荐'
  return '暂不推荐'
}

export type VerdictRange = { recommendation: Recommendation; from: number; to: number }

/** Returns the range of scores of each verdict, best first; verdicts without scores are omitted. */
export function listVerdictRanges(thresholds: Thresholds): VerdictRange[] {
  const starts = [
    ['强烈推荐', Math.ceil(thresholds.strong)],
    ['推荐', Math.ceil(thresholds.recommend)],
    ['谨慎推荐', Math.ceil(thresholds.cautious)],
    ['暂不推荐', 0],
  ] as const
  return starts.flatMap(([recommendation, from], index) => {
    const upperBound = index === 0 ? 101 : (starts[index - 1]?.[1] ?? 0)
    return from < upperBound ? [{ recommendation, from, to: upperBound - 1 }] : []
  })
}

/** The colour of each verdict. */
const COLORS = { 强烈推荐: 'green', 推荐: 'blue', 谨慎推荐: 'yellow', 暂不推荐: 'red' } as const satisfies Record<
  Recommendation,
  string
>

/** Returns the colour of a score of 0 to 100: that of its verdict. */
export const getScoreColor = (score: number, thresholds?: Thresholds): (typeof COLORS)[Recommendation] =>
  COLORS[getRecommendation(score, thresholds)]
