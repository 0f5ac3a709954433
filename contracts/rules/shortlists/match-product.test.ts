import { describe, expect, it } from 'vitest'
import { SHORTLIST_LIMITS } from '../../limits.ts'
import {
  getRank,
  type KnownFact,
  matchProduct,
  matchRequirement,
  RANK_WEIGHTS,
  type Requirement,
} from './match-product.ts'

const sso = (value: string): KnownFact => ({ attribute: 'sso', type: 'yesNo', value, staleReason: null })
const models = (...value: string[]): KnownFact => ({ attribute: 'models', type: 'choices', value, staleReason: null })
const level = (value: string, staleReason: KnownFact['staleReason'] = null): KnownFact => ({
  attribute: 'level',
  type: 'certificate',
  value: { name: '等保', level: value, number: '', issuer: '', validUntil: null },
  staleReason,
})
const SSO: Requirement = { attribute: 'sso', values: ['yes', 'partial'] }
const MODELS: Requirement = { attribute: 'models', values: ['GLM', 'Kimi'] }
const LEVEL: Requirement = { attribute: 'level', values: ['三级'] }

describe('matchRequirement', () => {
  it.each<{ case: string; requirement: Requirement; facts: KnownFact[]; expected: string }>([
    { case: 'one of the values', requirement: SSO, facts: [sso('partial')], expected: 'met' },
    { case: 'another value', requirement: SSO, facts: [sso('no')], expected: 'unmet' },
    { case: 'no fact', requirement: SSO, facts: [models('GLM')], expected: 'unknown' },
    { case: 'one of several choices', requirement: MODELS, facts: [models('OpenAI', 'Kimi')], expected: 'met' },
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

describe('matchProduct', () => {
  const match = (...facts: KnownFact[]) => matchProduct({ required: [SSO, LEVEL], preferred: [MODELS] }, facts)

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
  it('ranks by preferred requirements met, then by unmet and unknown requirements', () => {
    const rank = (...facts: KnownFact[]) =>
      getRank(matchProduct({ required: [SSO, LEVEL], preferred: [MODELS] }, facts))
    const ranks = [
      rank(sso('yes'), models('GLM')),
      rank(sso('yes'), models('OpenAI')),
      rank(sso('yes')),
      rank(models('OpenAI')),
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
