import type { Recommendation } from '../vocabulary.ts'

export type Scores = { techScore: number; businessScore: number; marketScore: number }
/** Shares of the total; only their proportions count, so they need not add up to 100. */
export type Weights = { tech: number; business: number; market: number }
export type Thresholds = { strong: number; recommend: number; cautious: number }

export const DEFAULT_WEIGHTS: Weights = { tech: 40, business: 35, market: 25 }
export const DEFAULT_THRESHOLDS: Thresholds = { strong: 90, recommend: 80, cautious: 70 }

/**
 * Returns the score of an evaluation, an integer of 0 to 100: the weighted mean of three scores of 0 to 100, rounded half
 * up. Throws a `RangeError` if no weight is positive.
 */
export function calculateScore(scores: Scores, weights: Weights = DEFAULT_WEIGHTS): number {
  const sum =
    scores.techScore * weights.tech + scores.businessScore * weights.business + scores.marketScore * weights.market
  return roundTotal(sum / sumWeights(weights))
}

function sumWeights({ tech, business, market }: Weights): number {
  const sum = tech + business + market
  if (!(sum > 0)) throw new RangeError('The weights have no positive sum')
  return sum
}

/** Sums of fractions deviate by about 1e-14; figures within this distance are equal. */
export const EQUALITY_TOLERANCE = 1e-9

/** Returns a weighted mean rounded half up. */
export const roundTotal = (total: number): number => Math.floor(total + 0.5 + EQUALITY_TOLERANCE)

type ScoreGroup = keyof Weights
type WeightedPart = {
  group: ScoreGroup
  score: number
  /** The group's weight in percent of all weights. */
  share: number
  /** The group's contribution to the score, before rounding. */
  part: number
}

/**
 * Returns the contribution of each of the three groups to the score. Throws a `RangeError` if no weight is positive.
 */
export function calculateWeightedParts(scores: Scores, weights: Weights): WeightedPart[] {
  const total = sumWeights(weights)
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
  const strong = Math.ceil(thresholds.strong)
  const recommend = Math.ceil(thresholds.recommend)
  const cautious = Math.ceil(thresholds.cautious)
  const ranges: VerdictRange[] = [
    { recommendation: '强烈推荐', from: strong, to: 100 },
    { recommendation: '推荐', from: recommend, to: strong - 1 },
    { recommendation: '谨慎推荐', from: cautious, to: recommend - 1 },
    { recommendation: '暂不推荐', from: 0, to: cautious - 1 },
  ]
  return ranges.filter(({ from, to }) => from <= to)
}

/** The colour of each verdict. */
const COLORS = { 强烈推荐: 'green', 推荐: 'blue', 谨慎推荐: 'yellow', 暂不推荐: 'red' } as const satisfies Record<
  Recommendation,
  string
>

/** Returns the colour of a score of 0 to 100: that of its verdict. */
export const getScoreColor = (score: number, thresholds?: Thresholds): (typeof COLORS)[Recommendation] =>
  COLORS[getRecommendation(score, thresholds)]
