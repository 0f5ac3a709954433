import { expect, it } from 'vitest'
import { formatChangePercentage } from './change-percentage.ts'

it.each([
  { case: 'an increase', value: 112, before: 100, text: '（12.0%）' },
  { case: 'a decrease', value: 88, before: 100, text: '（12.0%）' },
  { case: 'the least base', value: 12, before: 10, text: '（20.0%）' },
  { case: 'an increase from almost nothing', value: 165, before: 1, text: '' },
  { case: 'a base below the least', value: 12, before: 9, text: '' },
  { case: 'nothing before', value: 7, before: 0, text: '' },
  { case: 'the largest percentage', value: 1_099, before: 100, text: '（999.0%）' },
  { case: 'more than the largest', value: 1_100, before: 100, text: '' },
])('describes $case', ({ value, before, text }) => {
  expect(formatChangePercentage(value, before)).toBe(text)
})
