import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Offer, type PriceFormula, scorePrices } from './price-scores.ts'

const toOffers = (...prices: number[]): Offer[] => prices.map((price, index) => ({ key: `offer-${index}`, price }))
const LOWEST = { formula: 'lowest' } as const
const score = (formula: PriceFormula, ...prices: number[]) =>
  scorePrices({ ...formula, weight: 100, offers: toOffers(...prices) }).map((offer) => offer.score)

describe('scorePrices', () => {
  it('gives the lowest price all points, and others in proportion', () => {
    const offers = scorePrices({ ...LOWEST, weight: 30, offers: toOffers(100, 95, 42, 88) })
    expect(offers.map(({ points }) => Number(points.toFixed(3)))).toEqual([12.6, 13.263, 30, 14.318])
  })

  it('scores what is left after a deduction', () => {
    const offers = [
      { key: 'domestic', price: 100, deduction: 0.2 },
      { key: 'imported', price: 90 },
    ]
    const scored = scorePrices({ ...LOWEST, weight: 30, offers })
    expect(scored.map(({ evaluated }) => evaluated)).toEqual([80, 90])
    expect(scored.map(({ points }) => Number(points.toFixed(3)))).toEqual([30, 26.667])
  })

  it('alarms of prices far below the second-lowest or the ceiling, not of those near the mean', () => {
    const offers = scorePrices({ ...LOWEST, weight: 30, offers: toOffers(100, 95, 42, 88), ceiling: 120 })
    expect(offers.map(({ alarms }) => alarms)).toEqual([[], [], ['secondLowest', 'ceiling'], []])
    const byMean = { mean: 0.52, secondLowest: 0, ceiling: 0 }
    expect(
      scorePrices({ ...LOWEST, weight: 30, offers: toOffers(100, 95, 42, 88), alarms: byMean })[2]?.alarms,
    ).toEqual(['mean'])
  })

  it('alarms of offered prices, not of deducted ones, and of no single offer', () => {
    const offers = [
      { key: 'small', price: 60, deduction: 0.2 },
      { key: 'large', price: 100 },
    ]
    expect(scorePrices({ ...LOWEST, weight: 1, offers }).map(({ alarms }) => alarms)).toEqual([[], []])
    expect(scorePrices({ ...LOWEST, weight: 30, offers: toOffers(5) })).toEqual([
      { key: 'offer-0', evaluated: 5, score: 100, points: 30, isValid: true, alarms: [] },
    ])
  })

  it('leaves offers above the ceiling out of everything', () => {
    const offers = scorePrices({
      formula: 'mean',
      parameters: { above: 1, below: 1 },
      weight: 10,
      offers: toOffers(90, 110, 121),
      ceiling: 120,
    })
    expect(offers.map(({ score: points }) => points)).toEqual([90, 90, 0])
    expect(offers[2]).toMatchObject({ isValid: false, points: 0, alarms: [] })
    expect(scorePrices({ ...LOWEST, weight: 10, offers: toOffers(3), ceiling: 2 })).toMatchObject([
      { score: 0, isValid: false },
    ])
  })

  it('takes points for each percent above and below the mean', () => {
    // The mean is 100: 10 % above costs 20, 10 % below 5.
    expect(score({ formula: 'mean', parameters: { above: 2, below: 0.5 } }, 110, 90, 100)).toEqual([80, 95, 100])
    expect(score({ formula: 'mean', parameters: { above: 100, below: 0 } }, 50, 150)).toEqual([100, 0])
  })

  it('leaves the highest and the lowest of five offers out of the mean, not of four', () => {
    const formula = { formula: 'trimmedMean', parameters: { above: 1, below: 1 } } as const
    expect(score(formula, 1, 100, 100, 100, 1_000).slice(1, 4)).toEqual([100, 100, 100])
    expect(score(formula, 80, 100, 100, 120)).toEqual([80, 100, 100, 80])
    // Only one of several equal ones is left out.
    expect(score(formula, 80, 80, 100, 120, 120)[2]).toBe(100)
  })

  it('scores on a line between floor and ceiling, and by steps', () => {
    expect(score({ formula: 'linear', ceiling: 150, parameters: { floor: 50 } }, 40, 50, 100, 150, 160)).toEqual([
      100, 100, 50, 0, 0,
    ])
    const steps = [
      { atMost: 50, score: 100 },
      { atMost: 80, score: 60 },
    ]
    expect(score({ formula: 'steps', parameters: { steps } }, 50, 50.01, 80, 81)).toEqual([100, 60, 60, 0])
  })

  it('agrees with a slow calculation in whole numbers, offer by offer', () => {
    const cents = fc.integer({ min: 1, max: 1_000_000_00 })
    const offer = fc.record({ price: cents, percent: fc.integer({ min: 0, max: 90 }) })
    fc.assert(
      fc.property(
        fc.array(offer, { minLength: 1, maxLength: 20 }),
        fc.constantFrom('lowest', 'mean', 'trimmedMean'),
        fc.integer({ min: 0, max: 5 }),
        fc.integer({ min: 0, max: 5 }),
        fc.option(cents),
        (drawn, formula, above, below, ceiling) => {
          const expected = scoreSlowly(drawn, { formula, above, below, ceiling })
          const scored = scorePrices({
            ...(formula === 'lowest' ? { formula } : { formula, parameters: { above, below } }),
            weight: 100,
            offers: drawn.map(({ price, percent }, index) => ({
              key: String(index),
              price,
              deduction: percent / 100,
            })),
            ceiling: ceiling ?? undefined,
          })
          for (const [index, offerScore] of scored.entries())
            expect(offerScore.score).toBeCloseTo(expected[index] ?? Number.NaN, 6)
        },
      ),
    )
  })
})

type Drawn = { price: number; percent: number }
type SlowRule = {
  formula: 'lowest' | 'mean' | 'trimmedMean'
  above: number
  below: number
  ceiling: number | null
}

/** Scores in hundredths of a cent, so that no amount is rounded, removing what doesn't count one by one. */
function scoreSlowly(drawn: readonly Drawn[], { formula, above, below, ceiling }: SlowRule): number[] {
  const amounts = drawn.map(({ price, percent }) => BigInt(price) * BigInt(100 - percent))
  const isValid = (index: number) => ceiling === null || (drawn[index]?.price ?? 0) <= ceiling
  const counted = amounts.filter((_, index) => isValid(index))
  if (formula === 'trimmedMean' && counted.length >= 5)
    for (const isWorse of [(a: bigint, b: bigint) => a > b, (a: bigint, b: bigint) => a < b]) {
      let extreme = 0
      for (const [index, amount] of counted.entries()) if (isWorse(amount, counted[extreme] ?? 0n)) extreme = index
      counted.splice(extreme, 1)
    }
  let sum = 0n
  let lowest = counted[0] ?? 0n
  for (const amount of counted) {
    sum += amount
    if (amount < lowest) lowest = amount
  }
  const divide = (dividend: bigint, divisor: bigint) => Number((dividend * 10n ** 12n) / divisor) / 1e12
  return amounts.map((amount, index) => {
    if (!isValid(index)) return 0
    if (formula === 'lowest') return divide(100n * lowest, amount)
    const distance = amount * BigInt(counted.length) - sum
    const lost = distance > 0n ? BigInt(above) * distance : BigInt(below) * -distance
    return Math.max(0, divide(100n * (sum - lost), sum))
  })
}
