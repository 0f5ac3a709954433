import { describe, expect, it } from 'vitest'
import {
  calculateScore,
  calculateWeightedParts,
  DEFAULT_THRESHOLDS,
  getRecommendation,
  getScoreColor,
  listVerdictRanges,
  roundTotal,
  type Scores,
  type Weights,
} from './score.ts'

/** Scores of the three groups; 0 if not given. */
const createScores = (scores: Partial<Scores>): Scores => ({
  techScore: 0,
  businessScore: 0,
  marketScore: 0,
  ...scores,
})

const NO_WEIGHTS = { tech: 0, business: 0, market: 0 }

describe('calculateScore', () => {
  it.each([
    { case: 'tech counts 40 %', scores: { techScore: 100 }, score: 40 },
    { case: 'business counts 35 %', scores: { businessScore: 100 }, score: 35 },
    { case: 'market counts 25 %', scores: { marketScore: 100 }, score: 25 },
    { case: 'the lowest scores count 0', scores: {}, score: 0 },
    {
      case: 'the highest scores count 100',
      scores: { techScore: 100, businessScore: 100, marketScore: 100 },
      score: 100,
    },
    {
      case: 'equal scores count as themselves',
      scores: { techScore: 50, businessScore: 50, marketScore: 50 },
      score: 50,
    },
    { case: '0.4 is rounded down', scores: { techScore: 1 }, score: 0 },
    { case: '0.5 is rounded up', scores: { marketScore: 2 }, score: 1 },
  ])('applies the default weights: $case', ({ scores, score }) => {
    expect(calculateScore(createScores(scores))).toBe(score)
  })

  // The success cases of the sample document (demo/documents/evaluation.json), which state their totals.
  it.each([
    { scores: { techScore: 93, businessScore: 92, marketScore: 87 }, total: 91.15, score: 91 },
    { scores: { techScore: 82, businessScore: 84, marketScore: 76 }, total: 81.2, score: 81 },
    { scores: { techScore: 78, businessScore: 72, marketScore: 66 }, total: 72.9, score: 73 },
    { scores: { techScore: 58, businessScore: 66, marketScore: 70 }, total: 63.8, score: 64 },
  ])('rounds the total of the published example, $total, to $score', ({ scores, score }) => {
    expect(calculateScore(scores)).toBe(score)
  })

  it.each([
    {
      case: 'counts a half as one despite the error of a sum',
      scores: { techScore: 62, businessScore: 79, marketScore: 66 },
      weights: { tech: 54.2, business: 43.6, market: 2.2 },
      score: 70,
    },
    {
      case: 'ignores groups without weight',
      scores: { techScore: 100, businessScore: 50, marketScore: 0 },
      weights: { tech: 0, business: 1, market: 0 },
      score: 50,
    },
    {
      case: 'compares weights with a sum below 100 by their proportions',
      scores: { techScore: 90, businessScore: 60, marketScore: 30 },
      weights: { tech: 1, business: 1, market: 1 },
      score: 60,
    },
    {
      case: 'compares weights with a sum above 100 by their proportions',
      scores: { techScore: 90, businessScore: 60, marketScore: 30 },
      weights: { tech: 100, business: 100, market: 100 },
      score: 60,
    },
    {
      case: 'accepts fractions as weights',
      scores: { techScore: 100, businessScore: 0, marketScore: 0 },
      weights: { tech: 0.5, business: 0.25, market: 0.25 },
      score: 50,
    },
  ])('$case', ({ scores, weights, score }) => {
    expect(calculateScore(scores, weights)).toBe(score)
  })

  it('throws if no group has a weight', () => {
    expect(() => calculateScore(createScores({}), NO_WEIGHTS)).toThrow(RangeError)
  })
})

describe('roundTotal', () => {
  it.each([
    { case: 'a half up', total: 79.5, rounded: 80 },
    { case: 'a half up that a sum missed by its error', total: 79.49999999999999, rounded: 80 },
    { case: 'less than a half down', total: 79.499, rounded: 79 },
    { case: 'an integer to itself', total: 100, rounded: 100 },
    { case: 'zero to itself', total: 0, rounded: 0 },
  ])('rounds $case', ({ total, rounded }) => {
    expect(roundTotal(total)).toBe(rounded)
  })
})

describe('getRecommendation', () => {
  it.each([
    { score: 100, recommendation: '强烈推荐' },
    { score: 90, recommendation: '强烈推荐' },
    { score: 89, recommendation: '推荐' },
    { score: 80, recommendation: '推荐' },
    { score: 79, recommendation: '谨慎推荐' },
    { score: 70, recommendation: '谨慎推荐' },
    { score: 69, recommendation: '暂不推荐' },
    { score: 0, recommendation: '暂不推荐' },
  ])('returns $recommendation for $score points', ({ score, recommendation }) => {
    expect(getRecommendation(score)).toBe(recommendation)
  })

  const EQUAL = { strong: 70, recommend: 70, cautious: 70 }

  it.each([
    {
      case: 'other thresholds than the default ones',
      thresholds: { strong: 60, recommend: 50, cautious: 40 },
      score: 55,
      recommendation: '推荐',
    },
    { case: 'the best verdict at equal thresholds', thresholds: EQUAL, score: 70, recommendation: '强烈推荐' },
    { case: 'the worst verdict below equal thresholds', thresholds: EQUAL, score: 69, recommendation: '暂不推荐' },
    {
      case: 'thresholds of 0',
      thresholds: { strong: 0, recommend: 0, cautious: 0 },
      score: 0,
      recommendation: '强烈推荐',
    },
    {
      case: 'a threshold of 100',
      thresholds: { ...DEFAULT_THRESHOLDS, strong: 100 },
      score: 99,
      recommendation: '推荐',
    },
  ])('applies $case', ({ thresholds, score, recommendation }) => {
    expect(getRecommendation(score, thresholds)).toBe(recommendation)
  })
})

describe('listVerdictRanges', () => {
  it.each([
    {
      case: 'the default thresholds',
      thresholds: DEFAULT_THRESHOLDS,
      expected: ['强烈推荐 90-100', '推荐 80-89', '谨慎推荐 70-79', '暂不推荐 0-69'],
    },
    {
      case: 'equal thresholds',
      thresholds: { strong: 70, recommend: 70, cautious: 70 },
      expected: ['强烈推荐 70-100', '暂不推荐 0-69'],
    },
    {
      case: 'thresholds of 0',
      thresholds: { strong: 0, recommend: 0, cautious: 0 },
      expected: ['强烈推荐 0-100'],
    },
    {
      case: 'thresholds that are not integers',
      thresholds: { strong: 100, recommend: 99.5, cautious: 70.5 },
      expected: ['强烈推荐 100-100', '谨慎推荐 71-99', '暂不推荐 0-70'],
    },
  ])('lists the ranges for $case, whose bounds have their verdict', ({ thresholds, expected }) => {
    const ranges = listVerdictRanges(thresholds)
    expect(ranges.map(({ recommendation, from, to }) => `${recommendation} ${from}-${to}`)).toEqual(expected)
    for (const { recommendation, from, to } of ranges) {
      expect(getRecommendation(from, thresholds), `${from} points`).toBe(recommendation)
      expect(getRecommendation(to, thresholds), `${to} points`).toBe(recommendation)
    }
  })
})

describe('getScoreColor', () => {
  it.each([
    { score: 90, color: 'green' },
    { score: 89, color: 'blue' },
    { score: 79, color: 'yellow' },
    { score: 69, color: 'red' },
  ])('returns $color for $score points', ({ score, color }) => {
    expect(getScoreColor(score)).toBe(color)
  })

  it('returns the colour of the verdict for other thresholds', () => {
    expect(getScoreColor(60, { strong: 60, recommend: 50, cautious: 40 })).toBe('green')
  })
})

describe('calculateWeightedParts', () => {
  it('splits the score by group', () => {
    const scores = { techScore: 93, businessScore: 92, marketScore: 87 }
    expect(calculateWeightedParts(scores, { tech: 40, business: 35, market: 25 })).toEqual([
      { group: 'tech', score: 93, share: 40, part: 37.2 },
      { group: 'business', score: 92, share: 35, part: 32.2 },
      { group: 'market', score: 87, share: 25, part: 21.75 },
    ])
  })

  it('returns shares that add up to 100 for any sum of the weights', () => {
    const parts = calculateWeightedParts(createScores({}), { tech: 2, business: 1, market: 1 })
    expect(parts.map(({ share }) => share)).toEqual([50, 25, 25])
  })

  it.each<{ case: string; scores: Scores; weights: Weights }>([
    {
      case: 'the default weights',
      scores: { techScore: 93, businessScore: 92, marketScore: 87 },
      weights: { tech: 40, business: 35, market: 25 },
    },
    {
      case: 'equal weights',
      scores: { techScore: 1, businessScore: 2, marketScore: 3 },
      weights: { tech: 1, business: 1, market: 1 },
    },
    {
      case: 'weights whose shares are recurring decimals',
      scores: { techScore: 77, businessScore: 13, marketScore: 99 },
      weights: { tech: 7, business: 11, market: 13 },
    },
  ])('returns parts that add up to the score with $case', ({ scores, weights }) => {
    const sum = calculateWeightedParts(scores, weights).reduce((total, { part }) => total + part, 0)
    expect(roundTotal(sum)).toBe(calculateScore(scores, weights))
  })

  it('throws if no group has a weight', () => {
    expect(() => calculateWeightedParts(createScores({}), NO_WEIGHTS)).toThrow(RangeError)
  })
})
