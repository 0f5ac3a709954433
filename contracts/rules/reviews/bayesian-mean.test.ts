import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calculateBayesianMean, type Prior, type Weighted } from './bayesian-mean.ts'

const toEqualWeights = (values: readonly number[]): Weighted[] => values.map((value) => ({ value, weight: 1 }))
const repeat = (value: number, times: number): Weighted[] => Array.from({ length: times }, () => ({ value, weight: 1 }))

/**
 * The published example of Assisted-Mindfulness/bayesian-average (README, "Example"): the ratings of three items, and
 * the mean of all 18 ratings as the prior’s mean, with the weight of one rating.
 */
const PUBLISHED = [
  { ratings: [5, 4, 3, 4, 3, 2, 4, 3], mean: 3.5802469135802 },
  { ratings: [4, 5, 5, 5, 5, 5, 5, 5, 4], mean: 4.7222222222222 },
  { ratings: [5], mean: 4.6111111111111 },
] as const

/**
 * A weighted mean by definition alone: every weight is an integer number of units, each unit a separate value in a long
 * list.
 */
function calculateMeanOfUnits(items: readonly Weighted[], prior: Prior): number {
  const units: number[] = []
  for (const { value, weight } of [{ value: prior.mean, weight: prior.weight }, ...items])
    for (let unit = 0; unit < weight; unit += 1) units.push(value)
  return units.reduce((sum, value) => sum + value, 0) / units.length
}

const whole = fc.record({ value: fc.integer({ min: 1, max: 5 }), weight: fc.integer({ min: 0, max: 12 }) })
const priorArbitrary = fc.record({ mean: fc.integer({ min: 1, max: 5 }), weight: fc.integer({ min: 1, max: 9 }) })

describe('the Bayesian mean', () => {
  it.each(PUBLISHED)('is $mean for $ratings, as published', ({ ratings, mean }) => {
    const all = PUBLISHED.flatMap((item) => [...item.ratings])
    const prior = { mean: all.reduce((sum, rating) => sum + rating, 0) / all.length, weight: 1 }
    expect(calculateBayesianMean(toEqualWeights(ratings), prior)).toBeCloseTo(mean, 12)
  })

  it.each([
    { votes: 1350, published: 8.4 },
    { votes: 20_000, published: 9.8 },
  ])("is $published for a film with $votes tens among IMDb's 1300 votes of 6.7", ({ votes, published }) => {
    expect(calculateBayesianMean(repeat(10, votes), { mean: 6.7, weight: 1300 })).toBeCloseTo(published, 1)
  })

  it('is the prior’s mean if nobody has rated', () => {
    expect(calculateBayesianMean([], { mean: 3, weight: 3 })).toBe(3)
  })

  it('agrees with a mean that counts every unit of weight', () => {
    fc.assert(
      fc.property(fc.array(whole, { maxLength: 30 }), priorArbitrary, (items, prior) => {
        expect(calculateBayesianMean(items, prior)).toBeCloseTo(calculateMeanOfUnits(items, prior), 10)
      }),
    )
  })

  it('lies between the prior’s mean and the values', () => {
    fc.assert(
      fc.property(fc.array(whole, { maxLength: 30 }), priorArbitrary, (items, prior) => {
        const values = [prior.mean, ...items.map(({ value }) => value)]
        const mean = calculateBayesianMean(items, prior)
        expect(mean).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9)
        expect(mean).toBeLessThanOrEqual(Math.max(...values) + 1e-9)
      }),
    )
  })

  it('throws without any weight', () => {
    expect(() => calculateBayesianMean([], { mean: 3, weight: 0 })).toThrow(RangeError)
  })
})
