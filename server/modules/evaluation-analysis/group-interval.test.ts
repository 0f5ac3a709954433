import { describe, expect, it } from 'vitest'
import { DEFAULT_DRAWS } from '#contracts/rules/evaluation/robustness.ts'
import { createRandom } from '#contracts/rules/evaluation/seeded-random.ts'
import { calculateGroupInterval, type ScoredCriterion } from './group-interval.ts'

const getMean = (criteria: readonly ScoredCriterion[]): number => {
  const weights = criteria.reduce((sum, { weight }) => sum + weight, 0)
  return (
    criteria.reduce(
      (sum, { weight, scores }) => sum + (weight * scores.reduce((total, score) => total + score, 0)) / scores.length,
      0,
    ) / weights
  )
}

/** Every combination of one judge per criterion, with its weighted mean: slow but simple. */
function listMeans([first, ...others]: readonly ScoredCriterion[], weights = 0, sum = 0): number[] {
  if (!first) return [sum / weights]
  return first.scores.flatMap((score) => listMeans(others, weights + first.weight, sum + first.weight * score))
}

/** Three standard deviations of the frequency of a 2.5 % tail over the draws. */
const TOLERANCE = 3 * Math.sqrt((0.025 * 0.975) / DEFAULT_DRAWS)

describe('the interval of a group', () => {
  it('matches the closed form for the ratio of two uniform weights', () => {
    // With weights X and Y uniform on 0.75 to 1.25, P(X / (X + Y) ≤ t) is (1.25r − 0.75)² / (0.5r) for r = t / (1 − t)
    // ≤ 1; it is 0.025 at t = 0.4024.
    const interval = calculateGroupInterval(50, [
      { weight: 1, scores: [100] },
      { weight: 1, scores: [0] },
    ])
    expect(interval?.low).toBeCloseTo(40.24, 0)
    expect(interval?.high).toBeCloseTo(59.76, 0)
  })

  it.each([1, 2, 3, 4, 5, 6])('leaves 2.5 %% of all combinations of judges on either side (sample %d)', (seed) => {
    const random = createRandom(seed)
    const criteria = Array.from({ length: 4 }, () => ({
      weight: 1 + Math.floor(random() * 12),
      scores: Array.from({ length: 1 + Math.floor(random() * 5) }, () => Math.floor(random() * 101)),
    }))
    const interval = calculateGroupInterval(getMean(criteria), criteria, { spread: 0 }) ?? { low: 0, high: 0 }
    const means = listMeans(criteria)
    const part = (isCounted: (mean: number) => boolean) => means.filter(isCounted).length / means.length
    expect(part((mean) => mean < interval.low - 1e-9)).toBeLessThanOrEqual(0.025 + TOLERANCE)
    expect(part((mean) => mean <= interval.low + 1e-9)).toBeGreaterThanOrEqual(0.025 - TOLERANCE)
    expect(part((mean) => mean > interval.high + 1e-9)).toBeLessThanOrEqual(0.025 + TOLERANCE)
    expect(part((mean) => mean >= interval.high - 1e-9)).toBeGreaterThanOrEqual(0.025 - TOLERANCE)
  })

  it('is the score itself if neither judges nor weights can change it', () => {
    expect(calculateGroupInterval(80, [{ weight: 3, scores: [80, 80] }])).toEqual({ low: 80, high: 80 })
  })

  it('contains the score, even a median that no draw yields', () => {
    expect(calculateGroupInterval(91, [{ weight: 1, scores: [90] }])).toEqual({ low: 90, high: 91 })
  })

  it('is the same on each call', () => {
    const criteria = [{ weight: 2, scores: [60, 70, 90] }]
    expect(calculateGroupInterval(73, criteria)).toEqual(calculateGroupInterval(73, criteria))
  })

  it('is null without a scored criterion', () => {
    expect(calculateGroupInterval(0, [])).toBeNull()
  })
})
