import { expect, it } from 'vitest'
import { toChineseNumeral } from './chinese-numeral.ts'

it.each([
  [1, '一'],
  [10, '十'],
  [13, '十三'],
  [20, '二十'],
  [99, '九十九'],
  [100, '100'],
])('writes %i as %s', (number, numeral) => {
  expect(toChineseNumeral(number)).toBe(numeral)
})
