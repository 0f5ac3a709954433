import { describe, expect, it } from 'vitest'
import type { Fact } from '../../facts/fact.ts'
import { compareProductFacts } from './compare-products.ts'

const attribute = (key: string, type: Fact['type'] = 'yesNo') => ({ key, label: key, group: '能力', type, unit: '' })
const fact = (key: string, value: Fact['value']): Fact => ({
  ...attribute(key, Array.isArray(value) ? 'choices' : 'yesNo'),
  id: `${key} ${JSON.stringify(value)}`,
  attribute: key,
  value,
  isComplete: false,
  grade: 'public',
  sourceUrl: '',
  readAt: '2026-11-01',
  note: '',
  isStale: false,
  staleReason: null,
  isDisputed: false,
})

describe('compareProductFacts', () => {
  const attributes = [attribute('sso'), attribute('models', 'choices'), attribute('voice')]
  const compare = (...products: Fact[][]) =>
    compareProductFacts(attributes, products).map(({ attribute: { key }, facts, isDifferent }) => [
      key,
      facts.map((item) => item?.value ?? null),
      isDifferent,
    ])

  it('has rows only for attributes with facts, in order', () => {
    expect(compare([fact('models', ['GLM']), fact('sso', 'yes')], [])).toEqual([
      ['sso', ['yes', null], true],
      ['models', [['GLM'], null], true],
    ])
  })

  it('treats choices as equal in any order', () => {
    expect(compare([fact('models', ['GLM', 'Kimi'])], [fact('models', ['Kimi', 'GLM'])])).toEqual([
      [
        'models',
        [
          ['GLM', 'Kimi'],
          ['Kimi', 'GLM'],
        ],
        false,
      ],
    ])
  })

  it('distinguishes "no" from unknown', () => {
    expect(compare([fact('sso', 'no')], [])).toEqual([['sso', ['no', null], true]])
  })

  it('uses the first of several facts, and counts them', () => {
    const rows = compareProductFacts(attributes, [[fact('sso', 'yes'), fact('sso', 'no')], [fact('sso', 'yes')]])
    expect(rows).toMatchObject([{ counts: [2, 1], isDifferent: false }])
  })
})
