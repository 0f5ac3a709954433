import { describe, expect, it } from 'vitest'
import type { PublishedGroup } from '../../published-evaluations/published-evaluation.ts'
import { findMapScores, getAxisPosition, getMapRadius, getMapScale } from './market-map.ts'

const group = (key: string, title: string, score: number | null, low = 0, high = 100): PublishedGroup => ({
  key,
  title,
  share: 0.3,
  score,
  interval: score === null ? null : { low, high },
  criteria: [],
})
const THRESHOLDS = { strong: 90, recommend: 80, cautious: 70 }
const score = (low: number) => ({ score: low, low, high: low })

describe('the market map', () => {
  it('names its groups by key or by title', () => {
    const groups = [group('tech', '能力', 80, 78, 82), group('group-2', ' 商业 ', 70), group('group-3', '市场', 60)]
    expect(findMapScores(groups)).toMatchObject({
      tech: { score: 80, low: 78, high: 82 },
      business: { score: 70 },
      market: { score: 60 },
    })
  })

  it.each([
    { case: 'is missing', groups: [group('tech', '技术', 80), group('business', '商业', 80)] },
    {
      case: 'is not scored',
      groups: [group('tech', '技术', 80), group('business', '商业', 80), group('market', '市场', null)],
    },
  ])('omits a product if a group $case', ({ groups }) => {
    expect(findMapScores(groups)).toBeUndefined()
  })

  it('uses the score as both bounds if no interval was drawn', () => {
    const groups = ['技术', '商业', '市场'].map((title) => ({ ...group(title, title, 75), interval: null }))
    expect(findMapScores(groups)?.tech).toEqual({ score: 75, low: 75, high: 75 })
  })

  it.each([
    { bounds: [], from: 60 },
    { bounds: [85], from: 60 },
    { bounds: [70], from: 60 },
    { bounds: [69.9], from: 60 },
    { bounds: [61], from: 60 },
    { bounds: [60], from: 50 },
    { bounds: [44], from: 40 },
    { bounds: [3], from: 0 },
    { bounds: [0], from: 0 },
  ])('starts its axes below the lowest bound and threshold: $bounds at $from', ({ bounds, from }) => {
    const points = bounds.map((bound) => ({ tech: score(90), business: score(bound) }))
    expect(getMapScale(points, THRESHOLDS)).toEqual({ from, to: 100 })
  })

  it('keeps a range if every score and threshold is 100', () => {
    const scale = getMapScale([{ tech: score(100), business: score(100) }], {
      strong: 100,
      recommend: 100,
      cautious: 100,
    })
    expect(scale).toEqual({ from: 90, to: 100 })
    expect(getAxisPosition(100, scale)).toBe(1)
  })

  it.each([
    { points: 60, place: 0 },
    { points: 80, place: 0.5 },
    { points: 100, place: 1 },
    { points: 40, place: 0 },
  ])('maps $points to $place on a scale from 60 to 100', ({ points, place }) => {
    expect(getAxisPosition(points, { from: 60, to: 100 })).toBe(place)
  })
})

it('draws a point whose area is proportional to its score', () => {
  expect(getMapRadius(100)).toBe(1)
  expect(getMapRadius(80) ** 2 / getMapRadius(40) ** 2).toBeCloseTo(2, 12)
  expect(getMapRadius(0)).toBe(0)
})
