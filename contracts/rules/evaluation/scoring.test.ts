import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { itemAt } from '../item-at.ts'
import { calculateScore, DEFAULT_THRESHOLDS, EQUALITY_TOLERANCE } from '../score.ts'
import {
  type Aggregate,
  aggregateScores,
  applyVeto,
  type CriterionGroup,
  fillMissing,
  getEffectiveScore,
  isRated,
  listCriterionShares,
  rankCandidates,
  scoreCandidate,
  tabulateScores,
} from './scoring.ts'

/** The published method: percentages of the total. */
const PUBLISHED: CriterionGroup[] = [
  { key: 'tech', weight: 40, criteria: [12, 8, 8, 6, 6].map((weight, index) => ({ key: `t${index}`, weight })) },
  { key: 'business', weight: 35, criteria: [10, 8, 7, 6, 4].map((weight, index) => ({ key: `b${index}`, weight })) },
  { key: 'market', weight: 25, criteria: [8, 7, 5, 5].map((weight, index) => ({ key: `m${index}`, weight })) },
]

/** Returns the criteria with a candidate's values, one per criterion; `null` for an unscored one. */
const assignValues = (values: readonly (number | null)[], groups: CriterionGroup[]) =>
  listCriterionShares(groups).map((criterion, index) => ({ ...criterion, value: values[index] ?? null }))

const rate = (values: readonly (number | null)[], groups: CriterionGroup[]) =>
  scoreCandidate(assignValues(values, groups), { groups, thresholds: DEFAULT_THRESHOLDS })

/** One group whose criteria have the given weights. */
const createGroup = (...weights: number[]): CriterionGroup[] => [
  { key: 'all', weight: 1, criteria: weights.map((weight, index) => ({ key: `c${index}`, weight })) },
]

describe('listCriterionShares', () => {
  it('returns the percentages of the published method', () => {
    const shares = listCriterionShares(PUBLISHED).map((criterion) => criterion.share)
    for (const [index, percent] of [12, 8, 8, 6, 6, 10, 8, 7, 6, 4, 8, 7, 5, 5].entries())
      expect(shares[index]).toBeCloseTo(percent / 100, 12)
  })

  it('depends on the proportions of weights only', () => {
    const groups = [
      { key: 'a', weight: 2, criteria: [{ weight: 1 }, { weight: 3 }] },
      { key: 'b', weight: 6, criteria: [{ weight: 500 }] },
    ]
    expect(listCriterionShares(groups)).toEqual([
      { weight: 1, group: 'a', share: 0.0625 },
      { weight: 3, group: 'a', share: 0.1875 },
      { weight: 500, group: 'b', share: 0.75 },
    ])
  })

  it('returns shares of 0 for a group without weight, whatever its criteria weigh', () => {
    const groups = [
      { key: 'a', weight: 0, criteria: [{ weight: 1 }] },
      { key: 'b', weight: 0, criteria: [{ weight: 0 }] },
      { key: 'c', weight: 1, criteria: [{ weight: 1 }] },
    ]
    expect(listCriterionShares(groups).map(({ share }) => share)).toEqual([0, 0, 1])
  })

  it.each([
    { case: 'no group has a weight', groups: [{ key: 'a', weight: 0, criteria: [{ weight: 1 }] }] },
    { case: 'a group with a weight has no criterion with one', groups: createGroup(0, 0) },
    { case: 'there is no group', groups: [] },
  ])('throws if $case', ({ groups }) => {
    expect(() => listCriterionShares<{ weight: number }>(groups)).toThrow(RangeError)
  })
})

describe('aggregateScores', () => {
  it.each<{ case: string; scores: number[]; aggregate: Aggregate; expected: number | null }>([
    { case: 'the mean of three scores', scores: [80, 90, 40], aggregate: 'mean', expected: 70 },
    { case: 'the middle one of three scores', scores: [80, 90, 40], aggregate: 'median', expected: 80 },
    { case: 'the mean of the middle two of four', scores: [80, 90, 40, 60], aggregate: 'median', expected: 70 },
    { case: 'a single score as its median', scores: [80], aggregate: 'median', expected: 80 },
    { case: 'no mean without scores', scores: [], aggregate: 'mean', expected: null },
    {
      case: 'five scores without the highest and the lowest',
      scores: [100, 0, 80, 90, 70],
      aggregate: 'trimmedMean',
      expected: 80,
    },
    {
      case: 'the mean of four, of which none is left out',
      scores: [100, 0, 80, 60],
      aggregate: 'trimmedMean',
      expected: 60,
    },
    { case: 'no median without scores', scores: [], aggregate: 'median', expected: null },
  ])('returns $case', ({ scores, aggregate, expected }) => {
    expect(aggregateScores(scores, aggregate)).toBe(expected)
  })
})

describe('getEffectiveScore', () => {
  it('returns the cap for a score above it', () => {
    expect(getEffectiveScore(90, 50)).toBe(50)
  })

  it('returns a score below the cap', () => {
    expect(getEffectiveScore(40, 50)).toBe(40)
  })
})

describe('tabulateScores', () => {
  const createEvaluation = (grade: string) => ({
    method: {
      groups: createGroup(1, 1),
      grades: [
        { key: 'verified', cap: 100 },
        { key: 'claimed', cap: 60 },
      ],
    },
    candidates: [{ key: 'a', name: '甲' }],
    scores: [
      { judge: 'j1', candidate: 'a', criterion: 'c0', score: 95, grade },
      { judge: 'j2', candidate: 'a', criterion: 'c0', score: 40, grade: 'verified' },
    ],
    aggregate: 'mean' as const,
  })

  it('lists the capped scores of each criterion with their mean', () => {
    expect(tabulateScores(createEvaluation('claimed'))).toMatchObject([
      {
        key: 'a',
        criteria: [
          { key: 'c0', scores: [60, 40], value: 50 },
          { key: 'c1', scores: [], value: null },
        ],
      },
    ])
  })

  it('throws for an unknown grade, whose score would otherwise have no cap', () => {
    expect(() => tabulateScores(createEvaluation('Claimed'))).toThrow('Unknown grade of evidence: Claimed')
  })
})

describe('scoreCandidate', () => {
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

  it('ignores unscored criteria', () => {
    expect(rate([80, null, 60], createGroup(1, 1, 1)).total).toBe(70)
  })

  it('returns neither score nor verdict without a single value', () => {
    expect(rate([null, null], createGroup(1, 1))).toEqual({
      groups: { all: null },
      total: null,
      score: null,
      coverage: 0,
      vetoes: [],
      recommendation: null,
    })
  })

  it('returns full coverage if all criteria are scored, despite the error of a sum', () => {
    expect(rate([90, 90, 90], createGroup(0.1, 0.2, 0.3)).coverage).toBe(1)
  })

  it.each([
    { case: 'four of five equal shares', groups: createGroup(1, 1, 1, 1, 1), values: [90, 90, 90, 90, null] },
    { case: '0.8 except for the error of a sum', groups: createGroup(0.1, 0.2, 0.7, 0.25), values: [90, 90, 90, null] },
  ])('returns a verdict if the scored share is $case', ({ groups, values }) => {
    expect(rate(values, groups).recommendation).toBe('强烈推荐')
  })

  it('returns no verdict if the scored share is less than 0.8', () => {
    expect(rate([null, 90], createGroup(21, 79)).recommendation).toBeNull()
  })

  const WITH_MINIMUM = [
    {
      key: 'all',
      weight: 1,
      criteria: [
        { key: 'safety', weight: 1, isRequired: true, minimum: 60 },
        { key: 'rest', weight: 99 },
      ],
    },
  ]

  it('vetoes a candidate whose value is below the minimum of a required criterion', () => {
    expect(rate([59, 100], WITH_MINIMUM)).toMatchObject({
      recommendation: '暂不推荐',
      vetoes: [{ criterion: 'safety', mean: 59, minimum: 60 }],
    })
  })

  it.each([
    { case: 'meets its minimum', value: 60 },
    { case: 'meets its minimum except for the error of a sum', value: 59.9999999999 },
    { case: 'is unscored', value: null },
  ])('vetoes nothing if a required criterion $case', ({ value }) => {
    expect(rate([value, 100], WITH_MINIMUM)).toMatchObject({ recommendation: '强烈推荐', vetoes: [] })
  })
})

describe('applyVeto', () => {
  it('keeps the recommendation of a candidate without a veto', () => {
    expect(applyVeto('强烈推荐', false)).toBe('强烈推荐')
  })

  it("doesn't recommend a vetoed candidate", () => {
    expect(applyVeto('强烈推荐', true)).toBe('暂不推荐')
  })
})

describe('fillMissing', () => {
  const candidate = { groups: { tech: 80, market: null }, total: 70 }

  it.each([
    { case: 'the value of a scored criterion', value: 90, group: 'tech', filled: 90 },
    { case: "its group's score for an unscored criterion", value: null, group: 'tech', filled: 80 },
    { case: 'the total if the entire group is unscored', value: null, group: 'market', filled: 70 },
  ])('returns $case', ({ value, group, filled }) => {
    expect(fillMissing(value, group, candidate)).toBe(filled)
  })

  it('returns values whose sum, weighted by share, is the total', () => {
    const value = fc.option(fc.double({ min: 0, max: 100, noNaN: true }))
    fc.assert(
      fc.property(fc.array(value, { minLength: 14, maxLength: 14 }), (values) => {
        const standing = rate(values, PUBLISHED)
        if (!isRated(standing)) return expect(values.every((entry) => entry === null)).toBe(true)
        const weighted = assignValues(values, PUBLISHED).map(
          (criterion) => criterion.share * fillMissing(criterion.value, criterion.group, standing),
        )
        expect(standing.total).toBeCloseTo(
          weighted.reduce((sum, part) => sum + part, 0),
          9,
        )
      }),
    )
  })
})

describe('rankCandidates', () => {
  const createCandidates = (
    totals: readonly (number | null)[],
    names: readonly string[] = ['甲', '乙', '丙', '丁', '戊'],
  ) => totals.map((total, index) => ({ key: `k${index}`, name: itemAt(names, index), total }))

  it('sorts by total before rounding, then by the pinyin of the name, with unscored candidates last', () => {
    // 陈 (chen) 李 (li) 王 (wang) 张 (zhang)
    const ranked = rankCandidates(createCandidates([80.2, 80.4, null, 80.2], ['张', '李', '王', '陈']))
    expect(ranked.map(({ name }) => name)).toEqual(['李', '陈', '张', '王'])
  })

  it('sorts totals that only differ by the error of a sum by name', () => {
    const ranked = rankCandidates(createCandidates([80.00000000000001, 79.99999999999999], ['张', '李']))
    expect(ranked.map(({ name }) => name)).toEqual(['李', '张'])
  })

  it('gives the same rank to totals on both sides of a multiple of the tolerance', () => {
    const middle = 80 + EQUALITY_TOLERANCE / 2
    const ranked = rankCandidates(createCandidates([middle - 2e-14, middle + 2e-14]))
    expect(ranked.map(({ rank }) => rank)).toEqual([1, 1])
  })

  it('gives equal totals the same rank, and unscored candidates none', () => {
    const ranked = rankCandidates(createCandidates([null, 70, 80.00000000000001, 90, 79.99999999999999]))
    expect(ranked.map(({ total, rank }) => ({ total, rank }))).toEqual([
      { total: 90, rank: 1 },
      { total: 80.00000000000001, rank: 2 },
      { total: 79.99999999999999, rank: 2 },
      { total: 70, rank: 4 },
      { total: null, rank: null },
    ])
  })
})
