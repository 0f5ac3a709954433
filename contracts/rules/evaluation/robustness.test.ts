import { describe, expect, it } from 'vitest'
import { itemAt } from '../item-at.ts'
import { DEFAULT_THRESHOLDS } from '../score.ts'
import { classifyRobustness, type RobustnessOptions, simulateRobustness } from './robustness.ts'
import { aggregateScores, isRated, listCriterionShares, scoreCandidate } from './scoring.ts'

const OPTIONS: RobustnessOptions = { draws: 10_000, seed: 1, weights: 'any', spread: 0.25 }

/** Simulates scores by [candidate][criterion][judge], in one group of criteria with the given weights. */
function simulate(table: number[][][], weights: number[], options: Partial<RobustnessOptions> = {}) {
  const groups = [{ key: 'all', weight: 1, criteria: weights.map((weight, index) => ({ key: `c${index}`, weight })) }]
  const criteria = listCriterionShares(groups)
  const candidates = table.map((row, index) => {
    const scoredCriteria = row.map((scores, column) => ({
      ...itemAt(criteria, column),
      scores,
      value: aggregateScores(scores, 'mean'),
    }))
    return {
      key: String(index),
      name: String(index),
      criteria: scoredCriteria,
      ...scoreCandidate(scoredCriteria, { groups, thresholds: DEFAULT_THRESHOLDS }),
    }
  })
  const results = simulateRobustness(candidates.filter(isRated), DEFAULT_THRESHOLDS, { ...OPTIONS, ...options })
  return {
    rankAcceptability: results.map(({ rankAcceptability }) => rankAcceptability),
    favouringWeights: results.map(({ favouringWeights }) => favouringWeights && Object.values(favouringWeights)),
    pairwise: results.map(({ pairwise }) => pairwise),
    verdicts: results.map(({ verdicts }) => verdicts),
  }
}

/** Three standard deviations of a proportion counted over the draws. */
const getTolerance = (share: number) => 3 * Math.sqrt((share * (1 - share)) / OPTIONS.draws)

describe('robustness with any weights', () => {
  it('splits two criteria at the weight where two candidates tie, as the integral predicts', () => {
    // 甲 leads while 90w + 60(1−w) > 50w + 70(1−w), that is w > 0.2; its mean weight there is 0.6, 乙’s 0.1.
    const { rankAcceptability, favouringWeights, pairwise } = simulate(
      [
        [[90], [60]],
        [[50], [70]],
      ],
      [1, 1],
    )
    expect(Math.abs((rankAcceptability[0]?.[0] ?? 0) - 0.8)).toBeLessThan(getTolerance(0.8))
    expect(pairwise[0]?.[1]).toBe(rankAcceptability[0]?.[0])
    expect(favouringWeights[0]?.[0]).toBeCloseTo(0.6, 1)
    expect(favouringWeights[1]?.[0]).toBeCloseTo(0.1, 1)
  })

  it('ranks each of three candidates first in a third of the draws if each is best on one criterion', () => {
    const { rankAcceptability, favouringWeights } = simulate(
      [
        [[100], [0], [0]],
        [[0], [100], [0]],
        [[0], [0], [100]],
      ],
      [1, 1, 1],
    )
    for (const candidate of [0, 1, 2]) {
      expect(Math.abs((rankAcceptability[candidate]?.[0] ?? 0) - 1 / 3)).toBeLessThan(getTolerance(1 / 3))
      // The mean of the largest of three uniform shares: (1 + 1/2 + 1/3) / 3.
      expect(favouringWeights[candidate]?.[candidate]).toBeCloseTo(11 / 18, 1)
    }
  })

  it('draws each share below x with the probability 1 − (1 − x)ⁿ⁻¹ of a uniform simplex', () => {
    // One criterion of 100 against three of 0: the total is 100 times its share, so the verdicts show its distribution.
    const { verdicts } = simulate([[[100], [0], [0], [0]]], [1, 1, 1, 1])
    const above = (share: number) => (1 - share) ** 3
    expect(Math.abs((verdicts[0]?.暂不推荐 ?? 0) - (1 - above(0.695)))).toBeLessThan(getTolerance(above(0.695)))
  })
})

describe('robustness near the current weights', () => {
  it('keeps shares within the spread, before they are normalized', () => {
    const { favouringWeights, rankAcceptability } = simulate(
      [
        [[90], [80]],
        [[50], [40]],
      ],
      [3, 1],
      { weights: 'near' },
    )
    expect(rankAcceptability).toEqual([
      [1, 0],
      [0, 1],
    ])
    expect(favouringWeights[0]?.[0]).toBeCloseTo(0.75, 2)
    expect(favouringWeights[1]).toBeNull()
  })

  it("draws pairs of judges' scores uniformly", () => {
    // 甲 has 60 or 90, 乙 70: 甲 leads in half of the draws.
    const { rankAcceptability } = simulate([[[60, 90]], [[70]]], [1], { weights: 'near' })
    expect(Math.abs((rankAcceptability[0]?.[0] ?? 0) - 0.5)).toBeLessThan(getTolerance(0.5))
  })
})

describe('simulateRobustness', () => {
  it('returns the same figures for the same seed', () => {
    const table = [
      [[90, 60], [60]],
      [[50], [70, 95]],
    ]
    expect(simulate(table, [1, 2], { seed: 9 })).toEqual(simulate(table, [1, 2], { seed: 9 }))
  })

  it('adds up: ranks of a candidate, candidates of a rank, verdicts, and each pair', () => {
    const table = [
      [[90, 60], [60]],
      [[50], [70, 95]],
      [[], [80]],
    ]
    const { rankAcceptability, pairwise, verdicts } = simulate(table, [1, 9])
    for (const index of [0, 1, 2]) {
      expect(rankAcceptability[index]?.reduce((sum, part) => sum + part, 0)).toBeCloseTo(1, 9)
      expect(rankAcceptability.reduce((sum, ranks) => sum + (ranks[index] ?? 0), 0)).toBeCloseTo(1, 9)
      expect(Object.values(verdicts[index] ?? {}).reduce((sum, part) => sum + part, 0)).toBeCloseTo(1, 9)
    }
    expect((pairwise[0]?.[1] ?? 0) + (pairwise[1]?.[0] ?? 0)).toBeCloseTo(1, 9)
  })

  it('has no verdicts for a candidate with too few scores', () => {
    const { verdicts } = simulate(
      [
        [[90], []],
        [[90], [90]],
      ],
      [1, 1],
    )
    expect(verdicts[0]).toBeNull()
    expect(verdicts[1]?.强烈推荐).toBe(1)
  })

  it('ranks equal totals by name', () => {
    expect(simulate([[[80]], [[80]]], [1]).rankAcceptability).toEqual([
      [1, 0],
      [0, 1],
    ])
  })

  it.each([
    { acceptability: 0.95, rating: '稳健' },
    { acceptability: 0.9, rating: '稳健' },
    { acceptability: 0.8999, rating: '较稳健' },
    { acceptability: 0.7, rating: '较稳健' },
    { acceptability: 0.69, rating: '不稳健' },
    { acceptability: 0, rating: '不稳健' },
  ])('rates a first-rank acceptability of $acceptability as $rating', ({ acceptability, rating }) => {
    expect(classifyRobustness(acceptability)).toBe(rating)
  })
})
