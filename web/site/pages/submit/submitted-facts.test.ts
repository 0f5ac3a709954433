import { describe, expect, it } from 'vitest'
import {
  type CurrentFact,
  isUnchanged,
  listChangedFacts,
  listUnconfirmedFacts,
  removeFact,
  replaceFact,
  toConfirmation,
} from './submitted-facts.ts'

const LICENSE = {
  attribute: 'license',
  value: 'MIT',
  isComplete: false,
  sourceUrl: 'https://example.com/license',
  isStale: true,
}
const MODELS = { attribute: 'models', value: ['DeepSeek'], isComplete: true, sourceUrl: '', isStale: true }
const SSO = { attribute: 'sso', value: 'yes', isComplete: false, sourceUrl: '', isStale: false }
const CURRENT: readonly CurrentFact[] = [LICENSE, MODELS, SSO]
const CHANGED_LICENSE = { attribute: 'license', value: 'Apache-2.0', isComplete: false, sourceUrl: '' }

describe('replaceFact', () => {
  it('replaces a fact in its place', () => {
    const facts = [CHANGED_LICENSE, toConfirmation(SSO)]
    const fact = { ...CHANGED_LICENSE, value: 'BSD' }
    expect(replaceFact(facts, fact)).toEqual([fact, toConfirmation(SSO)])
  })

  it('appends a fact of another attribute', () => {
    expect(replaceFact([CHANGED_LICENSE], toConfirmation(SSO))).toEqual([CHANGED_LICENSE, toConfirmation(SSO)])
  })
})

it('removes the fact of an attribute', () => {
  expect(removeFact([CHANGED_LICENSE, toConfirmation(SSO)], 'license')).toEqual([toConfirmation(SSO)])
})

it.each([
  ['the same text', 'MIT', LICENSE, true],
  ['another text', 'BSD', LICENSE, false],
  ['an equal list', ['DeepSeek'], MODELS, true],
  ['a value without a current one', 'MIT', undefined, false],
])('compares %s with the current fact', (_, value, current, expected) => {
  expect(isUnchanged(value, current)).toBe(expected)
})

it('confirms that a list is complete', () => {
  expect(toConfirmation(MODELS)).toEqual({
    attribute: 'models',
    value: ['DeepSeek'],
    isComplete: true,
    sourceUrl: '',
  })
})

it('lists the facts that differ from the current ones', () => {
  expect(listChangedFacts([CHANGED_LICENSE, toConfirmation(MODELS)], CURRENT)).toEqual([CHANGED_LICENSE])
})

it('lists the stale facts that are neither confirmed nor changed', () => {
  expect(listUnconfirmedFacts([], CURRENT)).toEqual([LICENSE, MODELS])
  expect(listUnconfirmedFacts([CHANGED_LICENSE, toConfirmation(MODELS)], CURRENT)).toEqual([])
})
