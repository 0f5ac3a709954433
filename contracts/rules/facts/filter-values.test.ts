import { describe, expect, it } from 'vitest'
import type { FactValue } from '../../facts/fact-value.ts'
import type { AttributeType } from '../../facts/vocabulary.ts'
import { getFilterValueLabel, listFilterValues, listPossibleValues } from './filter-values.ts'

const CERTIFICATE = { name: '等保', level: '', number: '', issuer: '', validUntil: null }

describe('listFilterValues', () => {
  it.each<{ case: string; type: AttributeType; value: FactValue; expected: string[] }>([
    { case: 'a level of support', type: 'yesNo', value: 'partial', expected: ['partial'] },
    { case: 'a choice', type: 'choice', value: '开源', expected: ['开源'] },
    { case: 'each of several choices', type: 'choices', value: ['甲', '乙'], expected: ['甲', '乙'] },
    { case: 'no choices', type: 'choices', value: [], expected: ['none'] },
    {
      case: 'the level of a certificate',
      type: 'certificate',
      value: { ...CERTIFICATE, level: '三级' },
      expected: ['三级'],
    },
    { case: 'a certificate without a level', type: 'certificate', value: CERTIFICATE, expected: ['held'] },
    { case: 'no certificate', type: 'certificate', value: 'none', expected: ['none'] },
  ])('returns $expected for $case', ({ type, value, expected }) => {
    expect(listFilterValues(type, value)).toEqual(expected)
  })

  it.each<{ type: AttributeType; value: FactValue }>([
    { type: 'number', value: 16 },
    { type: 'text', value: '开源' },
    { type: 'date', value: '2026-11-21' },
  ])("returns nothing for the type $type, which can't be filtered", ({ type, value }) => {
    expect(listFilterValues(type, value)).toEqual([])
  })
})

describe('listPossibleValues', () => {
  it.each<{ type: AttributeType; expected: string[] }>([
    { type: 'yesNo', expected: ['yes', 'partial', 'no'] },
    { type: 'choice', expected: ['三级'] },
    { type: 'choices', expected: ['三级', 'none'] },
    { type: 'certificate', expected: ['三级', 'held', 'none'] },
    { type: 'number', expected: [] },
    { type: 'text', expected: [] },
    { type: 'date', expected: [] },
  ])('lists the values of the type $type', ({ type, expected }) => {
    expect(listPossibleValues({ type, choices: ['三级'] })).toEqual(expected)
  })
})

describe('getFilterValueLabel', () => {
  it('returns the label of a special value', () => {
    expect(getFilterValueLabel('yes')).toBe('支持')
  })

  it.each(['三级', 'toString'])('returns the choice %s as its own label', (value) => {
    expect(getFilterValueLabel(value)).toBe(value)
  })
})
