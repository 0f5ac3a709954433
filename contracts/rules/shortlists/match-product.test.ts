import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FACT_GRADES } from '../../facts/vocabulary.ts'
import { SHORTLIST_LIMITS } from '../../limits.ts'
import {
  findWeakGrade,
  getMetGrade,
  getRank,
  type KnownFact,
  type Match,
  matchProduct,
  matchRequirement,
  RANK_WEIGHTS,
  type Requirement,
} from './match-product.ts'

const COMMON = { unit: '', isComplete: false, grade: 'claimed', staleReason: null } as const
const sso = (value: string): KnownFact => ({ ...COMMON, attribute: 'sso', type: 'yesNo', value })
const models = (...value: string[]): KnownFact => ({ ...COMMON, attribute: 'models', type: 'choices', value })
const allModels = (...value: string[]): KnownFact => ({ ...models(...value), isComplete: true })
const level = (value: string, staleReason: KnownFact['staleReason'] = null): KnownFact => ({
  ...COMMON,
  attribute: 'level',
  type: 'certificate',
  value: { name: '等保', level: value, number: '', issuer: '', validUntil: null },
  staleReason,
})
const SSO: Requirement = { attribute: 'sso', values: ['yes', 'partial'] }
const MODELS: Requirement = { attribute: 'models', values: ['GLM', 'Kimi'] }
const LEVEL: Requirement = { attribute: 'level', values: ['三级'] }

describe('a required grade of evidence', () => {
  const graded = (grade: KnownFact['grade'], value: string): KnownFact => ({ ...sso(value), grade })
  const PUBLIC: Requirement = { ...SSO, grade: 'public' }

  it.each<{ case: string; requirement: Requirement; facts: KnownFact[]; expected: string; weak: string | null }>([
    { case: 'a claim', requirement: PUBLIC, facts: [graded('claimed', 'yes')], expected: 'unknown', weak: 'claimed' },
    { case: 'the grade', requirement: PUBLIC, facts: [graded('public', 'yes')], expected: 'met', weak: null },
    { case: 'a higher grade', requirement: PUBLIC, facts: [graded('verified', 'yes')], expected: 'met', weak: null },
    {
      case: 'a lower grade than verified',
      requirement: { ...SSO, grade: 'verified' },
      facts: [graded('claimed', 'yes'), graded('third-party', 'yes')],
      expected: 'unknown',
      weak: 'third-party',
    },
    {
      case: 'a claim that it isn’t',
      requirement: PUBLIC,
      facts: [graded('claimed', 'no')],
      expected: 'unmet',
      weak: null,
    },
    { case: 'no fact', requirement: PUBLIC, facts: [], expected: 'unknown', weak: null },
    {
      case: 'a stronger fact of another choice',
      requirement: { ...MODELS, grade: 'public' },
      facts: [models('Kimi'), { ...models('OpenAI'), grade: 'public' }],
      expected: 'unknown',
      weak: 'claimed',
    },
  ])('makes $expected of $case', ({ requirement, facts, expected, weak }) => {
    expect(matchRequirement(requirement, facts)).toBe(expected)
    expect(findWeakGrade(requirement, facts)).toBe(weak)
  })
})

describe('matchRequirement', () => {
  it.each<{ case: string; requirement: Requirement; facts: KnownFact[]; expected: string }>([
    { case: 'one of the values', requirement: SSO, facts: [sso('partial')], expected: 'met' },
    { case: 'another value', requirement: SSO, facts: [sso('no')], expected: 'unmet' },
    { case: 'no fact', requirement: SSO, facts: [models('GLM')], expected: 'unknown' },
    { case: 'one of several choices', requirement: MODELS, facts: [models('OpenAI', 'Kimi')], expected: 'met' },
    { case: 'other choices of an open list', requirement: MODELS, facts: [models('OpenAI')], expected: 'unknown' },
    { case: 'other choices of a complete list', requirement: MODELS, facts: [allModels('OpenAI')], expected: 'unmet' },
    {
      case: 'a complete list with an interface that others are compatible with',
      requirement: MODELS,
      facts: [allModels('OpenAI兼容接口')],
      expected: 'unknown',
    },
    { case: 'lists that differ', requirement: MODELS, facts: [models('OpenAI'), models('Kimi')], expected: 'met' },
    {
      case: 'a complete list that excludes what another one contains',
      requirement: MODELS,
      facts: [allModels('OpenAI'), models('Kimi')],
      expected: 'unknown',
    },
    {
      case: 'an open list, where none is required',
      requirement: { attribute: 'models', values: ['none'] },
      facts: [models('OpenAI')],
      expected: 'unmet',
    },
    { case: 'a fact without choices', requirement: MODELS, facts: [models()], expected: 'unmet' },
    { case: 'disputed facts', requirement: SSO, facts: [sso('yes'), sso('no')], expected: 'unknown' },
    { case: 'disputed facts that all match', requirement: SSO, facts: [sso('yes'), sso('partial')], expected: 'met' },
    { case: 'a certificate', requirement: LEVEL, facts: [level('三级')], expected: 'met' },
    { case: 'an expired certificate', requirement: LEVEL, facts: [level('三级', 'ended')], expected: 'unknown' },
    { case: 'an old fact', requirement: SSO, facts: [{ ...sso('yes'), staleReason: 'old' }], expected: 'met' },
  ])('evaluates $case', ({ requirement, facts, expected }) => {
    expect(matchRequirement(requirement, facts)).toBe(expected)
  })
})

describe('an upper limit of a price', () => {
  const BUDGET: Requirement = { attribute: 'annual-price', atMost: 300_000 }
  const price = (value: number, others: Partial<KnownFact> = {}): KnownFact => ({
    ...COMMON,
    attribute: 'annual-price',
    type: 'number',
    unit: '元/年',
    value,
    ...others,
  })

  it.each<{ case: string; facts: KnownFact[]; expected: string }>([
    { case: 'no price', facts: [sso('yes')], expected: 'unknown' },
    { case: 'a lower price', facts: [price(299_999.99)], expected: 'met' },
    { case: 'the limit itself', facts: [price(300_000)], expected: 'met' },
    { case: 'a higher price', facts: [price(300_000.01)], expected: 'unmet' },
    { case: 'nothing to pay', facts: [price(0)], expected: 'met' },
    { case: 'prices on either side', facts: [price(280_000), price(320_000)], expected: 'unknown' },
    { case: 'prices that differ, but are both lower', facts: [price(1), price(2)], expected: 'met' },
    { case: 'a number of another unit', facts: [price(30, { unit: '美元/年' })], expected: 'unknown' },
    { case: 'a text', facts: [price(0, { type: 'text', unit: '', value: '30万元' })], expected: 'unknown' },
    { case: 'an old price', facts: [price(300_001, { staleReason: 'old' })], expected: 'unmet' },
  ])('evaluates $case', ({ facts, expected }) => {
    expect(matchRequirement(BUDGET, facts)).toBe(expected)
  })

  it('is to be confirmed if only facts of a lower grade meet it', () => {
    const requirement: Requirement = { ...BUDGET, grade: 'public' }
    expect(matchRequirement(requirement, [price(1)])).toBe('unknown')
    expect(findWeakGrade(requirement, [price(1)])).toBe('claimed')
    expect(matchRequirement(requirement, [price(1), price(2, { grade: 'verified' })])).toBe('met')
    expect(matchRequirement(requirement, [price(400_000)])).toBe('unmet')
  })

  const amount = fc.constantFrom(0, 1, 99.5, 100, 100.01, 101)
  const factArbitrary = fc.record({
    attribute: fc.constantFrom('annual-price', 'setup-price'),
    unit: fc.constantFrom('元/年', '元', 'GB'),
    isComplete: fc.boolean(),
    type: fc.constant('number' as const),
    value: amount,
    grade: fc.constantFrom(...FACT_GRADES),
    staleReason: fc.constantFrom(null, 'old' as const, 'undated' as const),
  })

  /** Sorts by hand: every known price is within the limit or above it, and one within it has to be proven. */
  function decide(atMost: number, least: KnownFact['grade'] = 'claimed', facts: readonly KnownFact[] = []) {
    const prices = facts.filter(({ attribute, unit }) => attribute === 'annual-price' && unit !== 'GB')
    const above = prices.filter(({ value }) => Number(value) > atMost).length
    if (above === prices.length) return above === 0 ? 'unknown' : 'unmet'
    const isProven = prices.some(
      ({ value, grade }) => Number(value) <= atMost && FACT_GRADES.indexOf(grade) >= FACT_GRADES.indexOf(least),
    )
    return above === 0 && isProven ? 'met' : 'unknown'
  }

  it('is decided as one would by hand', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(
        fc.constantFrom(1, 100, 101),
        fc.constantFrom(undefined, ...FACT_GRADES),
        fc.array(factArbitrary, { maxLength: 5 }),
        (atMost, grade, facts) => {
          const expected = decide(atMost, grade, facts)
          seen.add(expected)
          expect(matchRequirement({ attribute: 'annual-price', atMost, grade }, facts)).toBe(expected)
        },
      ),
      { numRuns: 2_000, seed: 20261130 },
    )
    expect(seen.size).toBe(3)
  })
})

describe('getMetGrade', () => {
  it('returns the best grade of the facts that meet a requirement', () => {
    const facts: KnownFact[] = [
      sso('yes'),
      { ...sso('partial'), grade: 'public' },
      { ...sso('no'), grade: 'verified' },
      { ...models('GLM'), grade: 'third-party' },
      { ...sso('yes'), attribute: 'mfa', grade: 'verified' },
    ]
    expect(getMetGrade(SSO, facts)).toBe('public')
    expect(getMetGrade(SSO, [sso('yes')])).toBe('claimed')
  })
})

describe('matchProduct', () => {
  const match = (...facts: KnownFact[]) => matchProduct({ required: [SSO, LEVEL], preferred: [MODELS] }, facts)

  it('lists nothing under results that no requirement has', () => {
    const { unmet, preferredUnmet, ...others } = matchProduct({ required: [SSO], preferred: [SSO] }, [sso('no')])
    expect({ unmet, preferredUnmet }).toEqual({ unmet: [SSO], preferredUnmet: [SSO] })
    expect(others).toEqual({ status: 'failing', met: [], unknown: [], preferredMet: [], preferredUnknown: [] })
    expect(matchProduct({ required: [SSO], preferred: [SSO] }, [sso('yes')])).toMatchObject({
      unmet: [],
      preferredUnmet: [],
    })
  })

  it('matches if everything required is met, regardless of what is preferred', () => {
    expect(match(sso('yes'), level('三级'))).toMatchObject({
      status: 'matching',
      preferredUnknown: [MODELS],
      preferredMet: [],
    })
  })

  it('is uncertain if something required is unknown and nothing is unmet', () => {
    expect(match(sso('yes'), models('GLM'))).toMatchObject({
      status: 'uncertain',
      unknown: [LEVEL],
      preferredMet: [MODELS],
    })
  })

  it('fails if something required is unmet, and lists it', () => {
    expect(match(sso('no'))).toMatchObject({ status: 'failing', unmet: [SSO], unknown: [LEVEL] })
  })

  it('matches if there are no requirements', () => {
    expect(matchProduct({ required: [], preferred: [] }, []).status).toBe('matching')
  })
})

describe('getRank', () => {
  it('adds the weight of each requirement', () => {
    const unmatched: Pick<Match, 'status' | 'met' | 'unmet' | 'unknown'> = {
      status: 'failing',
      met: [],
      unmet: [],
      unknown: [],
    }
    const match = { ...unmatched, preferredMet: [SSO, LEVEL], preferredUnmet: [MODELS], preferredUnknown: [SSO, LEVEL] }
    expect(getRank(match)).toBe(2 * RANK_WEIGHTS.preferredMet + 2 * RANK_WEIGHTS.preferredUnknown)
    expect(getRank({ ...match, unmet: [SSO, LEVEL], unknown: [MODELS, SSO] })).toBe(
      getRank(match) + 2 * RANK_WEIGHTS.requiredUnmet + 2 * RANK_WEIGHTS.requiredUnknown,
    )
  })

  it('ranks by preferred requirements met, then by unmet and unknown requirements', () => {
    const rank = (...facts: KnownFact[]) =>
      getRank(matchProduct({ required: [SSO, LEVEL], preferred: [MODELS] }, facts))
    const ranks = [
      rank(sso('yes'), models('GLM')),
      rank(sso('yes'), allModels('OpenAI')),
      rank(sso('yes')),
      rank(allModels('OpenAI')),
      rank(),
      rank(sso('no'), level('三级')),
    ]
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
    expect(new Set(ranks).size).toBe(ranks.length)
  })

  it('ranks one requirement above any number of less important ones', () => {
    const { preferredMet, requiredUnmet, requiredUnknown, preferredUnknown } = RANK_WEIGHTS
    const most = SHORTLIST_LIMITS.requirements
    expect(most * preferredUnknown).toBeLessThan(requiredUnknown)
    expect(most * (requiredUnknown + preferredUnknown)).toBeLessThan(requiredUnmet)
    expect(most * (requiredUnmet + requiredUnknown + preferredUnknown)).toBeLessThan(-preferredMet)
  })
})
