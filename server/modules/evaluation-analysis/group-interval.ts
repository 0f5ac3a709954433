/** Calculates how much a group's score varies with its judges and weights; published next to the score. */
import type { ScoreInterval } from '#contracts/published-evaluations/published-evaluation.ts'
import { DEFAULT_DRAWS, DEFAULT_SPREAD } from '#contracts/rules/evaluation/robustness.ts'
import { createRandom, drawItem } from '#contracts/rules/evaluation/seeded-random.ts'
import { calculateQuantile } from '#contracts/rules/evaluation/trials.ts'

/** A scored criterion of a group: its weight above 0, and the effective scores of its judges, one or more. */
export type ScoredCriterion = { weight: number; scores: readonly number[] }

/** Fixed, so that the same scores yield the same interval. */
const SEED = 1

/**
 * Returns the interval of a group's score that contains 95 % of the draws. Draws are those of the robustness simulation
 * (`simulateRobustness` with weights `near`): every criterion's weight × uniform within 1 ± 25 %, every score that of
 * one judge chosen uniformly, and the group's score their weighted mean. The bounds are the percentiles 2.5 and 97.5 of
 * 10,000 draws (percentile interval: Efron and Tibshirani 1993, chapter 13; quantiles by Hyndman and Fan 1996,
 * definition 7), extended to contain the score itself. With one judge it reflects the weights alone. `null` for a group
 * without scored criteria.
 */
export function calculateGroupInterval(
  score: number,
  criteria: readonly ScoredCriterion[],
  { draws = DEFAULT_DRAWS, seed = SEED, spread = DEFAULT_SPREAD } = {},
): ScoreInterval | null {
  if (criteria.length === 0) return null
  const random = createRandom(seed)
  const means = new Float64Array(draws)
  for (let draw = 0; draw < draws; draw++) means[draw] = drawMean(criteria, spread, random)
  const sorted = means.sort()
  return {
    low: Math.min(score, calculateQuantile(sorted, 0.025)),
    high: Math.max(score, calculateQuantile(sorted, 0.975)),
  }
}

function drawMean(criteria: readonly ScoredCriterion[], spread: number, random: () => number): number {
  let weights = 0
  let sum = 0
  for (const { weight, scores } of criteria) {
    const drawn = weight * (1 + spread * (2 * random() - 1))
    weights += drawn
    sum += drawn * drawItem(scores, random)
  }
  return sum / weights
}
