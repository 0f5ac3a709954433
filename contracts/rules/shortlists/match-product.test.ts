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
  const match = (...facts: KnownFact[]) => matchProduct({ musts: [SSO, LEVEL], wants: [MODELS] }, facts)

  it('meets if every must is met, regardless of the wants', () => {
    expect(match(sso('yes'), level('三级'))).toMatchObject({ status: 'meets', wantsUnknown: [MODELS], wantsMet: [] })
  })

  it('may meet if a must is unknown and none unmet', () => {
    expect(match(sso('yes'), models('GLM'))).toMatchObject({ status: 'may', unknown: [LEVEL], wantsMet: [MODELS] })
  })

  it('fails if a must is unmet, and lists it', () => {
    expect(match(sso('no'))).toMatchObject({ status: 'fails', unmet: [SSO], unknown: [LEVEL] })
  })

  it('meets an empty list of requirements', () => {
    expect(matchProduct({ musts: [], wants: [] }, []).status).toBe('meets')
  })
})

describe('getRank', () => {
  it('ranks by wants met, then by unmet and unknown requirements', () => {
    const getRankOf = (...facts: KnownFact[]) => getRank(matchProduct({ musts: [SSO, LEVEL], wants: [MODELS] }, facts))
    const ranks = [
      getRankOf(sso('yes'), models('GLM')),
      getRankOf(sso('yes'), models('OpenAI')),
      getRankOf(sso('yes')),
      getRankOf(models('OpenAI')),
      getRankOf(),
      getRankOf(sso('no'), level('三级')),
    ]
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
    expect(new Set(ranks).size).toBe(ranks.length)
  })

  it('lets no number of lesser requirements outweigh one', () => {
    const { wantMet, mustUnmet, mustUnknown, wantUnknown } = RANK_WEIGHTS
    const most = SHORTLIST_LIMITS.requirements
    expect(most * wantUnknown).toBeLessThan(mustUnknown)
    expect(most * (mustUnknown + wantUnknown)).toBeLessThan(mustUnmet)
    expect(most * (mustUnmet + mustUnknown + wantUnknown)).toBeLessThan(-wantMet)
  })
})
