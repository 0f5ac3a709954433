import { expect, it } from 'vitest'
import { normalizeNumberText } from './normalize-number-text.ts'

it.each([
  ['plain digits', '-12.5', '-12.5'],
  ['full-width digits', '８５', '85'],
  ['a Chinese full stop as decimal point', '4。5', '4.5'],
  ['separators and spaces', '1,234 ', '1234'],
  ['an empty text', '', ''],
])('normalizes %s', (_, text, normalized) => {
  expect(normalizeNumberText(text)).toBe(normalized)
})
