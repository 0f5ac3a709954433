import { expect, it } from 'vitest'
import { isSingleLine, toSingleLine, withoutDirectionControls } from './single-line.ts'

it.each([
  { text: '智能客服', line: '智能客服' },
  { text: '智能\n客服', line: '智能 客服' },
  { text: '智能\r\n\t客服\u0000', line: '智能 客服' },
  { text: '智能\u2028客服\u2029', line: '智能 客服' },
  { text: '  ', line: '' },
])('converts $text to a single line', ({ text, line }) => {
  expect(toSingleLine(text)).toBe(line)
  expect(isSingleLine(line)).toBe(true)
  expect(isSingleLine(text)).toBe(text === line || text.trim() === '')
})

it.each([
  { case: 'an override', text: '智能\u202e客服\u202c', cleaned: '智能客服' },
  { case: 'an isolate', text: '\u2066智能客服\u2069', cleaned: '智能客服' },
  { case: 'right-to-left letters and marks', text: '\u200fשלום', cleaned: '\u200fשלום' },
])('removes direction controls: $case', ({ text, cleaned }) => {
  expect(withoutDirectionControls(text)).toBe(cleaned)
  expect(toSingleLine(text)).toBe(cleaned)
})
