import { expect, it } from 'vitest'
import type { FactValue } from '../../facts/fact-value.ts'
import type { AttributeType } from '../../facts/vocabulary.ts'
import { listFilterValues } from './filter-values.ts'

const CERTIFICATE = { name: '等保', level: '', number: '', issuer: '', validUntil: null }

it.each<[AttributeType, FactValue, string[]]>([
  ['yesNo', 'partial', ['partial']],
  ['choice', '开源', ['开源']],
  ['choices', ['甲', '乙'], ['甲', '乙']],
  ['choices', [], ['none']],
  ['certificate', { ...CERTIFICATE, level: '三级' }, ['三级']],
  ['certificate', CERTIFICATE, ['held']],
  ['certificate', 'none', ['none']],
  ['number', 16, []],
  ['text', '开源', []],
  ['date', '2026-11-21', []],
])('filters a %s of %j by %j', (type, value, values) => {
  expect(listFilterValues(type, value)).toEqual(values)
})
