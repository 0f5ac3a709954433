import { describe, expect, it } from 'vitest'
import {
  calculateScore,
  calculateWeightedParts,
  DEFAULT_THRESHOLDS,
  getRecommendation,
  getScoreColor,
  listVerdictRanges,
  type Weights,
} from './score.ts'

const scores = (techScore: number, businessScore: number, marketScore: number) => ({
  techScore,
  businessScore,
  marketScore,
})
const weights = (tech: number, business: number, market: number): Weights => ({ tech, business, market })

describe('the score', () => {
  it.each([
    ['nothing', scores(0, 0, 0), undefined, 0],
    ['everything', scores(100, 100, 100), undefined, 100],
    ['the initial scores', scores(50, 50, 50), undefined, 50],
    ['40, 35 and 25 percent', scores(100, 0, 0), undefined, 40],
    ['40, 35 and 25 percent', scores(0, 100, 0), undefined, 35],
    ['40, 35 and 25 percent', scores(0, 0, 100), undefined, 25],
    ['the first example, 91.15', scores(93, 92, 87), undefined, 91],
    ['the second example, 81.2', scores(82, 84, 76), undefined, 81],
    ['the third example, 72.9', scores(78, 72, 66), undefined, 73],
    ['the fourth example, 63.8', scores(58, 66, 70), undefined, 64],
    ['a half, rounded up: 0.5', scores(0, 0, 2), undefined, 1],
    ['a half despite the error of a sum: 69.5', scores(62, 79, 66), weights(54.2, 43.6, 2.2), 70],
    ['less than a half, rounded down: 0.4', scores(1, 0, 0), undefined, 0],
    ['a group without weight', scores(100, 50, 0), weights(0, 1, 0), 50],
    ['weights by their proportions, not their sum', scores(90, 60, 30), weights(1, 1, 1), 60],
    ['weights with a sum above 100', scores(90, 60, 30), weights(100, 100, 100), 60],
    ['fractions', scores(100, 0, 0), weights(0.5, 0.25, 0.25), 50],
  ])('calculates %s', (_, groupScores, groupWeights, score) => {
    expect(calculateScore(groupScores, groupWeights)).toBe(score)
  })
})

describe('the verdict', () => {
  it.each([
    [100, '强烈推荐'],
    [90, '强烈推荐'],
    [89, '推荐'],
    [80, '推荐'],
    [79, '谨慎推荐'],
    [70, '谨慎推荐'],
    [69, '暂不推荐'],
    [0, '暂不推荐'],
  ])('gives %i points the verdict %s', (score, recommendation) => {
    expect(getRecommendation(score)).toBe(recommendation)
  })

  it.each([
    ['moved', { strong: 60, recommend: 50, cautious: 40 }, 55, '推荐'],
    [
      'equal thresholds: the best verdict is reached first',
      { strong: 70, recommend: 70, cautious: 70 },
      70,
      '强烈推荐',
    ],
    ['equal thresholds: the worst verdict is below them', { strong: 70, recommend: 70, cautious: 70 }, 69, '暂不推荐'],
    ['thresholds of 0', { strong: 0, recommend: 0, cautious: 0 }, 0, '强烈推荐'],
    ['a threshold of 100', { ...DEFAULT_THRESHOLDS, strong: 100 }, 99, '推荐'],
  ])('applies the thresholds: %s', (_, thresholds, score, recommendation) => {
    expect(getRecommendation(score, thresholds)).toBe(recommendation)
  })
})

describe('the ranges of the verdicts', () => {
  it.each([
    [
      'the default thresholds',
      DEFAULT_THRESHOLDS,
      ['强烈推荐 90-100', '推荐 80-89', '谨慎推荐 70-79', '暂不推荐 0-69'],
    ],
    ['equal thresholds', { strong: 70, recommend: 70, cautious: 70 }, ['强烈推荐 70-100', '暂不推荐 0-69']],
    ['thresholds of 0', { strong: 0, recommend: 0, cautious: 0 }, ['强烈推荐 0-100']],
    [
      'thresholds that are not integers',
      { strong: 100, recommend: 99.5, cautious: 70.5 },
      ['强烈推荐 100-100', '谨慎推荐 71-99', '暂不推荐 0-70'],
    ],
  ])('lists the ranges for %s', (_, thresholds, expected) => {
    const ranges = listVerdictRanges(thresholds)
    expect(ranges.map(({ recommendation, from, to }) => `${recommendation} ${from}-${to}`)).toEqual(expected)
    for (const { recommendation, from, to } of ranges) {
      expect(getRecommendation(from, thresholds), `${from} points`).toBe(recommendation)
      expect(getRecommendation(to, thresholds), `${to} points`).toBe(recommendation)
    }
  })
})

it.each([
  [100, 'green'],
  [90, 'green'],
  [89, 'blue'],
  [80, 'blue'],
  [79, 'yellow'],
  [70, 'yellow'],
  [69, 'red'],
  [0, 'red'],
])('draws a score of %i in %s', (score, color) => {
  expect(getScoreColor(score)).toBe(color)
})

it('draws a score in the colour of its verdict for any thresholds', () => {
  const thresholds = { strong: 60, recommend: 50, cautious: 40 }
  const colors = { 强烈推荐: 'green', 推荐: 'blue', 谨慎推荐: 'yellow', 暂不推荐: 'red' }
  for (let score = 0; score <= 100; score += 1)
    expect(getScoreColor(score, thresholds), String(score)).toBe(colors[getRecommendation(score, thresholds)])
  expect(getScoreColor(60, thresholds)).toBe('green')
})

describe('the weighted parts', () => {
  it('split the score by group', () => {
    expect(calculateWeightedParts(scores(93, 92, 87), weights(40, 35, 25))).toEqual([
      { group: 'tech', score: 93, share: 40, part: 37.2 },
      { group: 'business', score: 92, share: 35, part: 32.2 },
      { group: 'market', score: 87, share: 25, part: 21.75 },
    ])
  })

  it('have shares that add up to 100 for any sum of the weights', () => {
    expect(calculateWeightedParts(scores(100, 100, 100), weights(2, 1, 1)).map(({ share }) => share)).toEqual([
      50, 25, 25,
    ])
  })

  it.each([
    [scores(93, 92, 87), weights(40, 35, 25)],
    [scores(1, 2, 3), weights(1, 1, 1)],
    [scores(77, 13, 99), weights(7, 11, 13)],
  ])('add up to the score', (groupScores, groupWeights) => {
    const sum = calculateWeightedParts(groupScores, groupWeights).reduce((total, { part }) => total + part, 0)
    expect(Math.round(sum)).toBe(calculateScore(groupScores, groupWeights))
  })
})
