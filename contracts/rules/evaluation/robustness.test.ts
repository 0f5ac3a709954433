import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { itemAt } from '../item-at.ts'
import { DEFAULT_THRESHOLDS } from '../score.ts'
import { classifyRobustness, type RobustnessOptions, simulateRobustness } from './robustness.ts'
import { aggregateScores, isRated, listCriterionShares, scoreCandidate } from './scoring.ts'
import { createRandom, drawItem } from './seeded-random.ts'

const OPTIONS: RobustnessOptions = { draws: 10_000, seed: 1, weights: 'any', spread: 0.25 }

/** Simulates scores by [candidate][criterion][judge], in one group of criteria with the given weights. */
function simulate(table: number[][][], weights: number[], options: Partial<RobustnessOptions> = {}) {
  const groups = [{ key: 'all', weight: 1, criteria: weights.map((weight, index) => ({ key: `c${index}`, weight })) }]
  const criteria = listCriterionShares(groups)
  const candidates = table.map((row, index) => {
    const scoredCriteria = row.map((scores, column) => ({
      ...itemAt(criteria, column),
      scores,
      judges: scores.length,
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

/** Returns all orders of some indexes. */
const listOrders = (indexes: readonly number[]): number[][] =>
  indexes.length === 0
    ? [[]]
    : indexes.flatMap((index) => listOrders(indexes.filter((other) => other !== index)).map((rest) => [index, ...rest]))

/** Draws shares and totals by [candidate], in the same sequence of random numbers as the simulation. */
function drawTotals(
  table: number[][][],
  weights: number[],
  { weights: kind, spread }: RobustnessOptions,
  random: () => number,
) {
  const weightSum = weights.reduce((sum, weight) => sum + weight, 0)
  const raw = weights.map((weight) =>
    kind === 'any' ? -Math.log(1 - random()) : (weight / weightSum) * (1 + spread * (2 * random() - 1)),
  )
  const rawSum = raw.reduce((sum, share) => sum + share, 0)
  const shares = raw.map((share) => share / rawSum)
  const totals = table.map((row) =>
    row.reduce((sum, scores, column) => sum + itemAt(shares, column) * drawItem(scores, random), 0),
  )
  return { shares, totals }
}

/** Returns all orders of candidates in which none is better than the one before. */
const listValidOrders = (totals: readonly number[]): number[][] =>
  listOrders([...totals.keys()]).filter((order) =>
    order.every(
      (index, place) => place === 0 || itemAt(totals, itemAt(order, place - 1)) > itemAt(totals, index) - 1e-9,
    ),
  )

const addTo = (cells: number[], index: number, part: number) => {
  cells[index] = itemAt(cells, index) + part
}

/** Returns each candidate's chances of the ranks, of being before each candidate, and shares where it is first. */
function simulateSlowly(table: number[][][], weights: number[], options: RobustnessOptions) {
  const random = createRandom(options.seed)
  const figures = table.map(() => ({
    ranks: table.map(() => 0),
    wins: table.map(() => 0),
    firstShares: weights.map(() => 0),
  }))
  for (let draw = 0; draw < options.draws; draw++) {
    const { shares, totals } = drawTotals(table, weights, options, random)
    const orders = listValidOrders(totals)
    const part = 1 / orders.length / options.draws
    for (const order of orders) {
      for (const [place, index] of order.entries()) {
        const { ranks, wins } = itemAt(figures, index)
        addTo(ranks, place, part)
        for (const other of order.slice(place + 1)) addTo(wins, other, part)
      }
      const { firstShares } = itemAt(figures, itemAt(order, 0))
      for (const [column, share] of shares.entries()) addTo(firstShares, column, share * part)
    }
  }
  return figures
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

  it('splits the ranks of equal candidates evenly', () => {
    const { rankAcceptability, pairwise, favouringWeights } = simulate([[[80]], [[80]], [[60]]], [1])
    expect(rankAcceptability).toEqual([
      [0.5, 0.5, 0],
      [0.5, 0.5, 0],
      [0, 0, 1],
    ])
    expect(pairwise).toEqual([
      { 1: 0.5, 2: 1 },
      { 0: 0.5, 2: 1 },
      { 0: 0, 1: 0 },
    ])
    expect(favouringWeights).toEqual([[1], [1], null])
  })

  it('gives candidates with the same scores by several judges the same figures', () => {
    const table = [
      [[60, 90], [70]],
      [[90, 60], [70]],
      [[75], [71]],
    ]
    const { rankAcceptability, pairwise, favouringWeights, verdicts } = simulate(table, [2, 1])
    expect(rankAcceptability[0]).toEqual(rankAcceptability[1])
    expect(favouringWeights[0]).toEqual(favouringWeights[1])
    expect(verdicts[0]).toEqual(verdicts[1])
    expect(pairwise[0]?.[1]).toBe(0.5)
    expect(pairwise[0]?.[2]).toBe(pairwise[1]?.[2])
  })

  it('equals a slow simulation that averages over all orders of equal candidates', () => {
    // Few distinct scores, so that totals are often equal; the last bits of equal totals differ.
    const scores = fc.array(fc.constantFrom(50, 70, 70.1, 90), { minLength: 1, maxLength: 2 })
    const table = fc.array(fc.tuple(scores, scores), { minLength: 2, maxLength: 4 })
    const weights = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }))
    const options = fc.record({
      seed: fc.integer({ min: 1, max: 9 }),
      weights: fc.constantFrom('any' as const, 'near' as const),
      spread: fc.constantFrom(0, 0.25),
      draws: fc.constant(20),
    })
    fc.assert(
      fc.property(table, weights, options, (scoreTable, shares, settings) => {
        // Candidates with the same scores are compared by the test above.
        const rows = scoreTable.map((row) => JSON.stringify(row.map((cell) => cell.toSorted())))
        fc.pre(new Set(rows).size === rows.length || scoreTable.flat().every(({ length }) => length === 1))
        const { rankAcceptability, pairwise, favouringWeights } = simulate(scoreTable, shares, settings)
        const figures = rankAcceptability.flatMap((ranks, index) => [
          ...ranks,
          ...scoreTable.map((_, other) => pairwise[index]?.[other] ?? 0),
          ...shares.map((_, column) => (favouringWeights[index]?.[column] ?? 0) * itemAt(ranks, 0)),
        ])
        const expected = simulateSlowly(scoreTable, shares, settings).flatMap(({ ranks, wins, firstShares }) => [
          ...ranks,
          ...wins,
          ...firstShares,
        ])
        expect(figures).toHaveLength(expected.length)
        for (const [index, figure] of figures.entries()) expect(figure).toBeCloseTo(itemAt(expected, index), 9)
      }),
      { numRuns: 100 },
    )
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
