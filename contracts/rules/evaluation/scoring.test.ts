import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calculateScore, DEFAULT_THRESHOLDS, roundTotal } from '../score.ts'
import {
  aggregateScores,
  type CriterionGroup,
  fillMissing,
  getEffectiveScore,
  listCriterionShares,
  orderCandidates,
  rankTotals,
  scoreCandidate,
} from './scoring.ts'

const PUBLISHED: CriterionGroup[] = [
  { key: 'tech', weight: 40, criteria: [12, 8, 8, 6, 6].map((weight, index) => ({ key: `t${index}`, weight })) },
  { key: 'business', weight: 35, criteria: [10, 8, 7, 6, 4].map((weight, index) => ({ key: `b${index}`, weight })) },
  { key: 'market', weight: 25, criteria: [8, 7, 5, 5].map((weight, index) => ({ key: `m${index}`, weight })) },
]

const rate = (values: (number | null)[], groups: CriterionGroup[]) =>
  scoreCandidate(values, listCriterionShares(groups), groups, DEFAULT_THRESHOLDS)

/** One group whose criteria have the given weights. */
const createGroup = (...weights: number[]): CriterionGroup[] => [
  { key: 'all', weight: 1, criteria: weights.map((weight, index) => ({ key: `c${index}`, weight })) },
]

describe('the share of a criterion', () => {
  it('is that of the published method, whose percentages refer to the total', () => {
    const shares = listCriterionShares(PUBLISHED).map((criterion) => criterion.share)
    for (const [index, percent] of [12, 8, 8, 6, 6, 10, 8, 7, 6, 4, 8, 7, 5, 5].entries())
      expect(shares[index]).toBeCloseTo(percent / 100, 12)
  })

  it('depends on proportions only', () => {
    const shares = listCriterionShares([
      {
        key: 'a',
        weight: 2,
        criteria: [
          { key: 'a1', weight: 1 },
          { key: 'a2', weight: 3 },
        ],
      },
      { key: 'b', weight: 6, criteria: [{ key: 'b1', weight: 500 }] },
    ]).map((criterion) => criterion.share)
    expect(shares).toEqual([0.0625, 0.1875, 0.75])
  })
})

describe('scores of several judges', () => {
  it.each([
    ['mean', [80, 90, 40], 70],
    ['median', [80, 90, 40], 80],
    ['median', [80, 90, 40, 60], 70],
    ['mean', [], null],
    ['median', [], null],
  ] as const)('aggregate to their %s: %j to %j', (aggregate, scores, expected) => {
    expect(aggregateScores(scores, aggregate)).toBe(expected)
  })

  it('count for no more than the cap of their evidence', () => {
    expect(getEffectiveScore(90, 50)).toBe(50)
    expect(getEffectiveScore(40, 50)).toBe(40)
  })
})

describe('a total', () => {
  it('agrees with the quick tool for three groups of one criterion each', () => {
    const groups = [40, 35, 25].map((weight, index) => ({
      key: `g${index}`,
      weight,
      criteria: [{ key: `c${index}`, weight: 1 }],
    }))
    const score = fc.integer({ min: 0, max: 100 })
    fc.assert(
      fc.property(score, score, score, (techScore, businessScore, marketScore) => {
        const standing = rate([techScore, businessScore, marketScore], groups)
        expect(standing.score).toBe(calculateScore({ techScore, businessScore, marketScore }))
      }),
    )
  })

  it.each([
    [79.5, 80],
    [79.49999999999999, 80],
    [79.499, 79],
    [100, 100],
    [0, 0],
  ])('rounds %d half up to %i', (total, score) => {
    expect(roundTotal(total)).toBe(score)
  })

  it('is the sum of share × value, with missing values filled in', () => {
    const criteria = listCriterionShares(PUBLISHED)
    const value = fc.option(fc.double({ min: 0, max: 100, noNaN: true }))
    fc.assert(
      fc.property(fc.array(value, { minLength: 14, maxLength: 14 }), (values) => {
        const standing = rate(values, PUBLISHED)
        if (standing.total === null) return expect(values.every((entry) => entry === null)).toBe(true)
        const filled = fillMissing(standing, criteria)
        const sum = filled.reduce((total, entry, index) => total + (criteria[index]?.share ?? 0) * entry, 0)
        expect(standing.total).toBeCloseTo(sum, 9)
      }),
    )
  })

  it('ignores unscored criteria', () => {
    expect(rate([80, null, 60], createGroup(1, 1, 1)).total).toBe(70)
  })

  it('has neither score nor verdict without a single score', () => {
    expect(rate([null, null], createGroup(1, 1))).toMatchObject({
      total: null,
      score: null,
      coverage: 0,
      recommendation: null,
      groups: [null],
    })
  })
})

it('covers everything if all criteria are scored, despite the error of a sum', () => {
  expect(rate([90, 90, 90], createGroup(0.1, 0.2, 0.3)).coverage).toBe(1)
})

describe('a verdict', () => {
  it.each([
    ['four of five equal shares are scored', createGroup(1, 1, 1, 1, 1), [90, 90, 90, 90, null], '强烈推荐'],
    ['less than 0.8 is scored', createGroup(21, 79), [null, 90], null],
    ['0.8 is met except for the error of a sum', createGroup(0.1, 0.2, 0.7, 0.25), [90, 90, 90, null], '强烈推荐'],
  ])('depends on the scored share: %s', (_, groups, values, recommendation) => {
    expect(rate(values, groups).recommendation).toBe(recommendation)
  })

  it.each([
    ['is below its minimum', 59, '暂不推荐', [0]],
    ['meets its minimum', 60, '强烈推荐', []],
  ])('depends on whether a required criterion %s', (_, value, recommendation, vetoes) => {
    const criteria = [
      { key: 'safety', weight: 1, isRequired: true, minimum: 60 },
      { key: 'rest', weight: 99 },
    ]
    const standing = rate([value, 100], [{ key: 'all', weight: 1, criteria }])
    expect(standing).toMatchObject({ recommendation, vetoes })
  })

  it('is not vetoed by an unscored required criterion', () => {
    const criteria = [
      { key: 'safety', weight: 1, isRequired: true, minimum: 60 },
      { key: 'rest', weight: 99 },
    ]
    expect(rate([null, 100], [{ key: 'all', weight: 1, criteria }])).toMatchObject({
      vetoes: [],
      recommendation: '强烈推荐',
    })
  })
})

describe('the order', () => {
  it('is by total before rounding, then by name, with unscored candidates last', () => {
    const candidates = ['张', '李', '王', '陈'].map((name) => ({ key: name, name }))
    // 陈 (chen) 李 (li) 王 (wang) 张 (zhang)
    expect(orderCandidates([80.2, 80.4, null, 80.2], candidates)).toEqual([1, 3, 0, 2])
  })

  it('ignores the error of a sum', () => {
    const candidates = ['张', '李'].map((name) => ({ key: name, name }))
    expect(orderCandidates([80.00000000000001, 79.99999999999999], candidates)).toEqual([1, 0])
  })

  it('gives equal totals the same rank', () => {
    expect(rankTotals([90, 80.00000000000001, 79.99999999999999, 70, null])).toEqual([1, 2, 2, 4, null])
  })
})
