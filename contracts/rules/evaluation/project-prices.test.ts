import { describe, expect, it } from 'vitest'
import { createProjectScore } from '#testing/factories/project-scores.ts'
import { type ProjectOffer, ProjectOffersSchema } from '../../evaluation-projects/offer.ts'
import { ProjectSetupSchema } from '../../evaluation-projects/project.ts'
import { analyzeEvaluation } from './analysis.ts'
import { createAnalysisRequest, hasScores, listCountedScores } from './analysis-request.ts'
import { listJudgedGroups } from './counted-criteria.ts'
import { listPriceExclusions, listPriceScores, listUnpricedCriteria, scoreOffers } from './project-prices.ts'
import { calculateTaskPrice, calculateThreeYearCost } from './three-year-cost.ts'

const createSetup = (basis: 'offer' | 'threeYears', ceiling?: number) =>
  ProjectSetupSchema.parse({
    candidates: ['a', 'b', 'c'].map((key) => ({ key, name: key })),
    groups: [
      { key: 'tech', title: '技术', weight: 70, criteria: [{ key: 't1', title: '准确性', weight: 1 }] },
      {
        key: 'price',
        title: '价格',
        weight: 30,
        criteria: [{ key: 'p1', title: '报价', weight: 30, price: { basis, rule: { formula: 'lowest', ceiling } } }],
      },
    ],
    grades: [{ key: 'own', title: '自行核实', description: '', cap: 100 }],
    thresholds: { strong: 90, recommend: 80, cautious: 70 },
  })

const LICENCE = { title: '许可', unitPrice: 10, quantity: 3, isYearly: true }
const TRAINING = { title: '培训', unitPrice: 5, quantity: 2, isYearly: false }
const OFFERS = ProjectOffersSchema.parse([
  { candidate: 'b', price: 90 },
  { candidate: 'a', price: 100, deduction: { rate: 0.2, reason: '小微企业' }, lines: [LICENCE, TRAINING] },
  { candidate: 'gone', price: 1 },
])

describe('the prices of a project', () => {
  it('score the offers of its candidates, in their order, after the deduction', () => {
    const [scored] = scoreOffers({ setup: createSetup('offer'), offers: OFFERS })
    expect(scored?.criterion).toBe('p1')
    expect(scored?.prices).toMatchObject([
      { candidate: 'a', price: 100, evaluated: 80, points: 30 },
      { candidate: 'b', price: 90, evaluated: 90, points: expect.closeTo(26.667, 3) },
    ])
  })

  it('score the cost over three years of offers that say what they consist of', () => {
    expect(calculateThreeYearCost([LICENCE, TRAINING])).toBe(3 * 30 + 10)
    expect(calculateThreeYearCost([])).toBeNull()
    const [scored] = scoreOffers({ setup: createSetup('threeYears'), offers: OFFERS })
    expect(scored?.prices).toMatchObject([{ candidate: 'a', price: 100, evaluated: 80 }])
  })

  it('score only candidates with an offer', () => {
    const setup = createSetup('offer')
    expect(listPriceScores({ setup, offers: OFFERS })).toMatchObject([
      { candidate: 'a', criterion: 'p1', score: 100 },
      { candidate: 'b', score: expect.closeTo(88.889, 3) },
    ])
    expect(listPriceScores({ setup, offers: [] })).toEqual([])
  })

  it('exclude who has no offer, or no lines where their cost is scored, once anybody has', () => {
    const list = (basis: 'offer' | 'threeYears', offers: ProjectOffer[]) =>
      listPriceExclusions({ setup: createSetup(basis), offers }).map(({ candidate, reason }) => [candidate, reason])
    expect(list('offer', OFFERS)).toEqual([['c', 'noOffer']])
    expect(list('threeYears', OFFERS)).toEqual([
      ['b', 'noCost'],
      ['c', 'noOffer'],
    ])
    expect(list('offer', [])).toEqual([])
    expect(listUnpricedCriteria({ setup: createSetup('offer'), offers: [] }).map(({ key }) => key)).toEqual(['p1'])
    expect(listUnpricedCriteria({ setup: createSetup('offer'), offers: OFFERS })).toEqual([])
  })

  it('add up exactly, so that what is at the ceiling isn’t above it', () => {
    expect(calculateThreeYearCost([{ ...LICENCE, unitPrice: 10_000.1, quantity: 1 }])).toBe(30_000.3)
  })

  it('include the tokens of a run: what a task took × price × tasks a year', () => {
    const unitPrice = calculateTaskPrice({ input: 1_200, output: 300, inputPrice: 8, outputPrice: 20 })
    expect(unitPrice).toBeCloseTo(0.0156, 12)
    expect(calculateThreeYearCost([{ unitPrice, quantity: 100_000, isYearly: true }])).toBe(4_680)
  })

  it('leave the other criteria to the judges', () => {
    expect(listJudgedGroups(createSetup('offer')).map(({ key }) => key)).toEqual(['tech'])
    expect(scoreOffers({ setup: createSetup('offer'), offers: [] })).toEqual([{ criterion: 'p1', prices: [] }])
  })
})

describe('the order of a project with prices', () => {
  const CEILING = 120
  const QUALITY = { a: 60, b: 80, c: 100 }
  const KEYS = ['a', 'b', 'c'] as const
  const AMOUNTS = [null, 50, 100, 130]

  /** Ranks by hand: who has no price at most at the ceiling is out, unless nobody has a price. */
  function rankByHand(prices: Record<string, number | null>): Record<string, number> {
    const offered = KEYS.filter((key) => prices[key] !== null)
    const valid = offered.filter((key) => (prices[key] ?? 0) <= CEILING)
    const lowest = Math.min(...valid.map((key) => prices[key] ?? 0))
    const total = (key: (typeof KEYS)[number]) =>
      offered.length === 0 ? QUALITY[key] : 0.7 * QUALITY[key] + (0.3 * 100 * lowest) / (prices[key] ?? 0)
    const ranked = offered.length === 0 ? KEYS : valid
    return Object.fromEntries(
      ranked.map((key) => [key, 1 + ranked.filter((other) => total(other) > total(key) + 1e-9).length]),
    )
  }

  it('has exactly the candidates with a valid offer, whatever the others are worth', () => {
    const setup = createSetup('offer', CEILING)
    const judges = [{ id: 'j1' }]
    const scores = listCountedScores({
      setup,
      scores: KEYS.map((candidate) => createProjectScore({ candidate, score: QUALITY[candidate], grade: 'own' })),
    })
    const cases = AMOUNTS.flatMap((a) => AMOUNTS.flatMap((b) => AMOUNTS.map((c) => ({ a, b, c }))))
    for (const prices of cases) {
      const offers = ProjectOffersSchema.parse(
        KEYS.flatMap((candidate) => (prices[candidate] === null ? [] : [{ candidate, price: prices[candidate] }])),
      )
      const request = createAnalysisRequest(setup, { judges, scores, offers })
      const ranks = hasScores(setup, request)
        ? analyzeEvaluation({ ...request, robustness: undefined }).candidates.map(({ key, rank }) => [key, rank])
        : []
      expect({ prices, ranks: Object.fromEntries(ranks) }).toEqual({ prices, ranks: rankByHand(prices) })
    }
  })
})
