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
  it.each<[string, Requirement, KnownFact[], string]>([
    ['one of the values', SSO, [sso('partial')], 'met'],
    ['another value', SSO, [sso('no')], 'unmet'],
    ['no fact', SSO, [models('GLM')], 'unknown'],
    ['one of several choices', MODELS, [models('OpenAI', 'Kimi')], 'met'],
    ['a fact without choices', MODELS, [models()], 'unmet'],
    ['disputed facts', SSO, [sso('yes'), sso('no')], 'unknown'],
    ['disputed facts that all match', SSO, [sso('yes'), sso('partial')], 'met'],
    ['a certificate', LEVEL, [level('三级')], 'met'],
    ['an expired certificate', LEVEL, [level('三级', 'ended')], 'unknown'],
    ['an old fact', SSO, [{ ...sso('yes'), staleReason: 'old' }], 'met'],
  ])('evaluates %s', (_, requirement, facts, expected) => {
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
