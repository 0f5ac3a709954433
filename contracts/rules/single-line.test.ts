import { expect, it } from 'vitest'
import { isSingleLine, toSingleLine, withoutDirectionControls } from './single-line.ts'

it.each([
  ['智能客服', '智能客服'],
  ['智能\n客服', '智能 客服'],
  ['智能\r\n\t客服\u0000', '智能 客服'],
  ['智能\u2028客服\u2029', '智能 客服'],
  ['  ', ''],
])('converts %j to a single line', (text, line) => {
  expect(toSingleLine(text)).toBe(line)
  expect(isSingleLine(line)).toBe(true)
  expect(isSingleLine(text)).toBe(text === line || text.trim() === '')
})

it.each([
  ['an override', '智能\u202e客服\u202c', '智能客服'],
  ['an isolate', '\u2066智能客服\u2069', '智能客服'],
  ['right-to-left letters and marks', '\u200fשלום', '\u200fשלום'],
])('removes direction controls: %s', (_, text, cleaned) => {
  expect(withoutDirectionControls(text)).toBe(cleaned)
  expect(toSingleLine(text)).toBe(cleaned)
})
