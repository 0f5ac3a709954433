import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Recommendation } from '../../vocabulary.ts'
import { itemAt } from '../item-at.ts'
import { DEFAULT_THRESHOLDS } from '../score.ts'
import { isTied, listCriterionShares, scoreCandidate } from './scoring.ts'
import { calculateWeightIntervals, type Interval, type WeighedCandidate } from './weight-intervals.ts'

/** Rates complete values with one criterion's share at `position` and the others in proportion. */
function scoreAt(values: readonly number[], shares: readonly number[], criterion: number, position: number) {
  const rest = shares.reduce((sum, share, index) => (index === criterion ? sum : sum + share), 0)
  const criteria = shares.map((share, index) => ({
    key: `c${index}`,
    weight: index === criterion ? position : (share * (1 - position)) / rest,
  }))
  const groups = [{ key: 'all', weight: 1, criteria }]
  const valuedCriteria = listCriterionShares(groups).map((item, index) => ({ ...item, value: itemAt(values, index) }))
  return scoreCandidate(valuedCriteria, { groups, thresholds: DEFAULT_THRESHOLDS })
}

type CandidateOptions = {
  key?: string
  shares: readonly number[]
  values: readonly number[]
  isScored?: readonly boolean[]
  isVetoed?: boolean
  recommendation: Recommendation | null
}

/** Returns a candidate with criteria c0, c1 …, all of them scored unless `isScored` says otherwise. */
const createCandidate = ({
  key = 'a',
  shares,
  values,
  isScored = values.map(() => true),
  isVetoed = false,
  recommendation,
}: CandidateOptions): WeighedCandidate => ({
  key,
  criteria: shares.map((share, index) => ({
    key: `c${index}`,
    share,
    value: itemAt(values, index),
    isScored: itemAt(isScored, index),
  })),
  isVetoed,
  recommendation,
})

/** Returns the candidates by rank, with keys k0, k1 …, and their intervals. */
function getIntervals(shares: readonly number[], candidates: readonly (readonly number[])[]) {
  const rated = candidates
    .map((values) => ({ values, standing: scoreAt(values, shares, 0, itemAt(shares, 0)) }))
    .sort((a, b) => (b.standing.total ?? 0) - (a.standing.total ?? 0))
  const intervals = calculateWeightIntervals(
    rated.map(({ values, standing: { recommendation } }, index) =>
      createCandidate({ key: `k${index}`, shares, values, recommendation }),
    ),
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
  /** How many candidates share the first rank today. */
  leaders: number
  standings: (string | null)[]
  today: (string | null)[]
  winner: Interval
  /** By candidate. */
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
      const first = rated[0]?.standing.total ?? 0
      const leaders = rated.filter(({ standing }) => isTied(standing.total ?? 0, first)).length
      for (const [criterion, { winner, verdicts: verdictsByKey }] of intervals.entries())
        for (let step = 0; step <= 100; step++) {
          const position = step / 100
          const again = rated.map(({ values }) => scoreAt(values, weights, criterion, position))
          const totals = again.map((standing) => standing.total ?? 0)
          const standings = again.map((standing) => standing.recommendation)
          const verdicts = rated.map((_, index) => verdictsByKey[`k${index}`] ?? null)
          check({ position, totals, leaders, standings, today, winner, verdicts })
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
    expect(intervals[0]?.verdicts.k0?.from).toBeCloseTo(19.5 / 40, 12)
    expect(intervals[0]?.verdicts.k0?.to).toBeCloseTo(29.5 / 40, 12)
  })

  it('contains exactly the shares at which recalculation keeps the winner', () => {
    forEachPosition(({ totals, leaders, winner, position }) => {
      // Those that tie today must all remain first; alone, a leader must stay ahead of the others.
      const rivals = leaders === 1 ? totals.slice(1) : totals
      const lead = Math.min(...totals.slice(0, leaders)) - Math.max(...rivals)
      if (Math.abs(lead) > 1e-6) expect(lead > 0).toBe(contains(winner, position))
    })
  })

  it('is the share itself where leaders tie that differ everywhere else', () => {
    // 46, 100, 64, 60 and 59, 87, 46, 77 both add up to 4,176 at the weights 12, 19, 11, 17.
    const { intervals } = getIntervals(
      [12 / 59, 19 / 59, 11 / 59, 17 / 59],
      [
        [46, 100, 64, 60],
        [59, 87, 46, 77],
      ],
    )
    expect(intervals[0]?.winner.from).toBeCloseTo(12 / 59, 9)
    expect(intervals[0]?.winner.to).toBeCloseTo(12 / 59, 9)
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
          for (const { from, to } of [winner, ...Object.values(verdicts)]) {
            expect(from).toBeLessThanOrEqual(share)
            expect(to).toBeGreaterThanOrEqual(share)
          }
      }),
    )
  })

  it('ends where too little is scored, if nobody scored the criterion', () => {
    const [first] = calculateWeightIntervals(
      [createCandidate({ shares: [0.1, 0.9], values: [95, 95], isScored: [false, true], recommendation: '强烈推荐' })],
      DEFAULT_THRESHOLDS,
    )
    expect(first?.verdicts.a?.from).toBe(0)
    expect(first?.verdicts.a?.to).toBeCloseTo(0.2, 12)
  })

  it('is 0 to 1 for the verdict of a vetoed candidate', () => {
    const vetoed = createCandidate({ shares: [0.5, 0.5], values: [90, 10], isVetoed: true, recommendation: '暂不推荐' })
    const [first] = calculateWeightIntervals([vetoed], DEFAULT_THRESHOLDS)
    expect(first?.verdicts).toEqual({ a: { from: 0, to: 1 } })
  })

  it('does not exist for a candidate without a verdict', () => {
    const unrated = createCandidate({ shares: [0.5, 0.5], values: [90, 10], recommendation: null })
    const [first] = calculateWeightIntervals([unrated], DEFAULT_THRESHOLDS)
    expect(first?.verdicts).toEqual({})
  })

  it('is 0 to 1 for a single criterion, which has no others to be weighed against', () => {
    const [only] = calculateWeightIntervals(
      [
        createCandidate({ key: 'a', shares: [1], values: [90], recommendation: '强烈推荐' }),
        createCandidate({ key: 'b', shares: [1], values: [80], recommendation: '推荐' }),
      ],
      DEFAULT_THRESHOLDS,
    )
    expect(only).toEqual({
      criterion: 'c0',
      share: 1,
      winner: { from: 0, to: 1 },
      verdicts: { a: { from: 0, to: 1 }, b: { from: 0, to: 1 } },
    })
  })
})
