import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_THRESHOLDS } from '../score.ts'
import { listCriterionShares, scoreCandidate } from './scoring.ts'
import { calculateWeightIntervals, type Interval } from './weight-intervals.ts'

/** Rates complete values with one criterion's share at `position` and the others in proportion. */
function scoreAt(values: readonly number[], shares: readonly number[], criterion: number, position: number) {
  const rest = shares.reduce((sum, share, index) => (index === criterion ? sum : sum + share), 0)
  const criteria = shares.map((share, index) => ({
    key: `c${index}`,
    weight: index === criterion ? position : (share * (1 - position)) / rest,
  }))
  const groups = [{ key: 'all', weight: 1, criteria }]
  return scoreCandidate(values, listCriterionShares(groups), groups, DEFAULT_THRESHOLDS)
}

function getIntervals(shares: readonly number[], candidates: readonly (readonly number[])[]) {
  const rated = candidates
    .map((values) => ({ values, standing: scoreAt(values, shares, 0, shares[0] ?? 0) }))
    .sort((a, b) => (b.standing.total ?? 0) - (a.standing.total ?? 0))
  const intervals = calculateWeightIntervals(
    shares,
    rated.map(({ values, standing }) => ({
      values,
      isScored: values.map(() => true),
      isVetoed: false,
      recommendation: standing.recommendation,
    })),
    DEFAULT_THRESHOLDS,
  )
  return { rated, intervals }
}

const candidate = fc.array(fc.integer({ min: 40, max: 100 }), { minLength: 4, maxLength: 4 })
const shares = fc
  .array(fc.integer({ min: 1, max: 20 }), { minLength: 4, maxLength: 4 })
  .map((weights) => weights.map((weight) => weight / weights.reduce((sum, other) => sum + other, 0)))

type Position = {
  position: number
  /** Before rounding; the current leader comes first. */
  totals: number[]
  standings: (string | null)[]
  today: (string | null)[]
  winner: Interval
  verdicts: (Interval | null)[]
}

/**
 * Calls `check` for generated candidates at 101 shares of each criterion, from 0 to 1, with the totals recalculated at
 * that share and the calculated intervals.
 */
function forEachPosition(check: (position: Position) => void): void {
  fc.assert(
    fc.property(shares, fc.array(candidate, { minLength: 1, maxLength: 4 }), (weights, candidates) => {
      const { rated, intervals } = getIntervals(weights, candidates)
      const today = rated.map(({ standing }) => standing.recommendation)
      for (const { criterion, winner, verdicts } of intervals)
        for (let step = 0; step <= 100; step++) {
          const position = step / 100
          const again = rated.map(({ values }) => scoreAt(values, weights, criterion, position))
          const totals = again.map((standing) => standing.total ?? 0)
          const standings = again.map((standing) => standing.recommendation)
          check({ position, totals, standings, today, winner, verdicts })
        }
    }),
    { numRuns: 40 },
  )
}

const contains = (interval: Interval, position: number) => position >= interval.from && position <= interval.to

describe('the interval of a weight', () => {
  it('ends where another candidate ties', () => {
    // At share t, 甲 has 90t + 70(1−t), 乙 60t + 80(1−t): equal at t = 0.25.
    const { intervals } = getIntervals(
      [0.4, 0.6],
      [
        [90, 70],
        [60, 80],
      ],
    )
    expect(intervals[0]?.winner.from).toBeCloseTo(0.25, 12)
    expect(intervals[0]?.winner.to).toBe(1)
    expect(intervals[1]?.winner.from).toBe(0)
    expect(intervals[1]?.winner.to).toBeCloseTo(0.75, 12)
  })

  it('ends where a rounded total reaches the next verdict', () => {
    // 100t + 60(1−t) is 80 (推荐) at t = 0.5; it is rounded to 90 from 89.5 on and to 79 below 79.5.
    const { intervals } = getIntervals([0.5, 0.5], [[100, 60]])
    expect(intervals[0]?.verdicts[0]?.from).toBeCloseTo(19.5 / 40, 12)
    expect(intervals[0]?.verdicts[0]?.to).toBeCloseTo(29.5 / 40, 12)
  })

  it('contains exactly the shares at which recalculation keeps the winner', () => {
    forEachPosition(({ totals, winner, position }) => {
      const lead = (totals[0] ?? 0) - Math.max(...totals.slice(1))
      if (Math.abs(lead) > 1e-6) expect(lead > 0).toBe(contains(winner, position))
    })
  })

  it('contains exactly the shares at which recalculation keeps a verdict', () => {
    forEachPosition(({ totals, standings, today, verdicts, position }) => {
      for (const [index, interval] of verdicts.entries()) {
        const isAtRoundingBoundary = Math.abs(((totals[index] ?? 0) % 1) - 0.5) < 1e-6
        // A total that is linear in the share has each verdict in one interval only.
        if (!isAtRoundingBoundary)
          expect(standings[index] === today[index]).toBe(interval !== null && contains(interval, position))
      }
    })
  })

  it('contains the current share', () => {
    fc.assert(
      fc.property(shares, fc.array(candidate, { minLength: 1, maxLength: 4 }), (weights, candidates) => {
        for (const { share, winner, verdicts } of getIntervals(weights, candidates).intervals)
          for (const interval of [winner, ...verdicts]) {
            expect(interval?.from).toBeLessThanOrEqual(share)
            expect(interval?.to).toBeGreaterThanOrEqual(share)
          }
      }),
    )
  })

  it('ends where too little is scored, if nobody scored the criterion', () => {
    const [first] = calculateWeightIntervals(
      [0.1, 0.9],
      [{ values: [95, 95], isScored: [false, true], isVetoed: false, recommendation: '强烈推荐' }],
      DEFAULT_THRESHOLDS,
    )
    expect(first?.verdicts[0]?.from).toBe(0)
    expect(first?.verdicts[0]?.to).toBeCloseTo(0.2, 12)
  })

  it.each([
    ['is 0 to 1 for a vetoed candidate', { isVetoed: true, recommendation: '暂不推荐' as const }, { from: 0, to: 1 }],
    ['does not exist without a verdict', { isVetoed: false, recommendation: null }, null],
  ])('%s', (_, state, expected) => {
    const [first] = calculateWeightIntervals(
      [0.5, 0.5],
      [{ values: [90, 10], isScored: [true, true], ...state }],
      DEFAULT_THRESHOLDS,
    )
    expect(first?.verdicts[0]).toEqual(expected)
  })

  it('is 0 to 1 for a single criterion, which has no others to be weighed against', () => {
    const [only] = calculateWeightIntervals(
      [1],
      [
        { values: [90], isScored: [true], isVetoed: false, recommendation: '强烈推荐' },
        { values: [80], isScored: [true], isVetoed: false, recommendation: '推荐' },
      ],
      DEFAULT_THRESHOLDS,
    )
    expect(only).toEqual({
      criterion: 0,
      share: 1,
      winner: { from: 0, to: 1 },
      verdicts: [
        { from: 0, to: 1 },
        { from: 0, to: 1 },
      ],
    })
  })
})
