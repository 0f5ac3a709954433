import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_THRESHOLDS } from '../score.ts'
import { type AnalysisInput, analyzeEvaluation } from './analysis.ts'

const METHOD: AnalysisInput['method'] = {
  groups: [
    {
      key: 'tech',
      weight: 60,
      criteria: [
        { key: 'accuracy', weight: 2 },
        { key: 'safety', weight: 1, isRequired: true, minimum: 60 },
      ],
    },
    { key: 'business', weight: 40, criteria: [{ key: 'value', weight: 1 }] },
  ],
  grades: [
    { key: 'own', cap: 100 },
    { key: 'vendor', cap: 50 },
  ],
  thresholds: DEFAULT_THRESHOLDS,
}
const CANDIDATES = [
  { key: 'a', name: '甲' },
  { key: 'b', name: '乙' },
  { key: 'c', name: '丙' },
]

const score = (judge: string, candidate: string, criterion: string, points: number, grade = 'own') => ({
  judge,
  candidate,
  criterion,
  score: points,
  grade,
})

const analyze = (scores: AnalysisInput['scores'], options: Partial<AnalysisInput> = {}) =>
  analyzeEvaluation({
    method: METHOD,
    candidates: CANDIDATES,
    judges: [{ key: 'j1' }, { key: 'j2' }],
    scores,
    aggregate: 'mean',
    ...options,
  })

describe('an analysis', () => {
  const scores = [
    score('j1', 'a', 'accuracy', 90),
    score('j2', 'a', 'accuracy', 70),
    score('j1', 'a', 'safety', 75),
    score('j1', 'a', 'value', 90),
    score('j1', 'b', 'accuracy', 100),
    score('j1', 'b', 'safety', 90, 'vendor'),
    score('j1', 'b', 'value', 100),
  ]

  it('counts given scores as they are: certain, uncapped, and without influence on agreement', () => {
    const judged = scores.filter(({ criterion }) => criterion !== 'value')
    const given = [
      { candidate: 'a', criterion: 'value', score: 42 },
      { candidate: 'b', criterion: 'value', score: 100 },
    ]
    const robustness = { draws: 200, seed: 1, weights: 'near' as const, spread: 0 }
    const withPrices = analyze(judged, { given, robustness })
    const [b, a] = ['b', 'a'].map((key) => withPrices.candidates.find((candidate) => candidate.key === key))
    expect(b?.criteria.value).toEqual({ mean: 100, min: 100, max: 100, judges: 0 })
    expect(a?.groups.business).toBe(42)
    expect(withPrices.agreement).toEqual(analyze(judged).agreement)
    // The same as one judge's scores, which have nothing to be drawn from either.
    const asJudged = [...judged, score('j1', 'a', 'value', 42), score('j1', 'b', 'value', 100)]
    expect(withPrices.robustness).toEqual(analyze(asJudged, { robustness }).robustness)
    expect(withPrices.weightIntervals).toEqual(analyze(asJudged).weightIntervals)
  })

  it('returns the rank, figures, verdict and vetoes of each candidate', () => {
    const [first, second, third] = analyze(scores).candidates
    // (100 × 2 + 50) / 3 × 0.6 + 100 × 0.4 = 90, vetoed; (80 × 2 + 75) / 3 × 0.6 + 90 × 0.4 = 83.
    expect(first).toMatchObject({ key: 'b', rank: 1, score: 90, recommendation: '暂不推荐', coverage: 1 })
    expect(first?.vetoes).toEqual([{ criterion: 'safety', mean: 50, minimum: 60 }])
    expect(second).toMatchObject({ key: 'a', rank: 2, score: 83, recommendation: '推荐', vetoes: [] })
    expect(second?.total).toBeCloseTo(83, 9)
    expect(second?.groups.tech).toBeCloseTo(235 / 3, 9)
    expect(second?.criteria.accuracy).toEqual({ mean: 80, min: 70, max: 90, judges: 2 })
    expect(third).toEqual({
      key: 'c',
      rank: null,
      total: null,
      score: null,
      recommendation: null,
      coverage: 0,
      groups: { tech: null, business: null },
      criteria: {},
      vetoes: [],
    })
  })

  it('lists disputes by descending spread, and calculates agreement over shared units', () => {
    const { agreement } = analyze([...scores, score('j2', 'b', 'value', 60)])
    expect(agreement.disputed).toEqual([
      { candidate: 'b', criterion: 'value', spread: 40 },
      { candidate: 'a', criterion: 'accuracy', spread: 20 },
    ])
    expect(agreement.units).toBe(2)
  })

  it('includes robustness only on request', () => {
    expect(analyze(scores).robustness).toBeNull()
    const { robustness } = analyze(scores, { robustness: { draws: 100, seed: 1, weights: 'near', spread: 0.25 } })
    expect(Object.keys(robustness?.rankAcceptability ?? {})).toEqual(['a', 'b'])
    expect(robustness?.pairwise.b).toEqual({ a: robustness?.rankAcceptability.b?.[0] })
  })

  it('returns an interval for each criterion, with each candidate that has a verdict', () => {
    const { weightIntervals } = analyze(scores)
    expect(weightIntervals.map(({ criterion }) => criterion)).toEqual(['accuracy', 'safety', 'value'])
    expect(weightIntervals.map(({ share }) => share)).toEqual([
      expect.closeTo(0.4),
      expect.closeTo(0.2),
      expect.closeTo(0.4),
    ])
    expect(Object.keys(weightIntervals[0]?.verdicts ?? {})).toEqual(['b', 'a'])
  })

  it('analyzes an evaluation without scores', () => {
    expect(analyze([])).toMatchObject({
      agreement: { alpha: null, reason: 'noPairs', units: 0, disputed: [] },
      robustness: null,
      weightIntervals: [],
    })
  })

  it('returns no NaN, whatever the scores', () => {
    const weight = fc.oneof(fc.constant(0), fc.double({ min: 1e-6, max: 1e6, noNaN: true }))
    const scoreArbitrary = fc.record({
      judge: fc.constantFrom('j1', 'j2'),
      candidate: fc.constantFrom('a', 'b', 'c'),
      criterion: fc.constantFrom('accuracy', 'safety', 'value'),
      score: fc.double({ min: 0, max: 100, noNaN: true }),
      grade: fc.constantFrom('own', 'vendor'),
    })
    fc.assert(
      fc.property(
        fc.array(scoreArbitrary, { maxLength: 20 }),
        weight,
        weight,
        fc.constantFrom('mean', 'median'),
        (list, tech, value, aggregate) => {
          if (tech + value === 0) return
          const groups = METHOD.groups.map((group) => ({ ...group, weight: group.key === 'tech' ? tech : value }))
          const robustness = { draws: 50, seed: 1, weights: 'any' as const, spread: 1 }
          const analysis = analyze(list, { method: { ...METHOD, groups }, aggregate, robustness })
          // JSON has no NaN: it would be read back as null instead of a number.
          expect(JSON.parse(JSON.stringify(analysis))).toEqual(analysis)
        },
      ),
    )
  })
})
