import { expect, it } from 'vitest'
import { escapeFormula, unescapeFormula } from './escape-formula.ts'

it.each([
  ['=1+1', "'=1+1"],
  ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
  ['+86 10 1234', "'+86 10 1234"],
  ['-1+2', "'-1+2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', "'\r=1"],
  ['\n=1', "'\n=1"],
  ['＝1+1', "'＝1+1"],
  ['－', "'－"],
  ["'=1", "''=1"],
  ["''=1", "'''=1"],
])('guards %j', (text, guarded) => {
  expect(escapeFormula(text)).toBe(guarded)
  expect(unescapeFormula(guarded)).toBe(text)
})

it.each(['', '-5', '-0.5', '5', '智能客服', 'a=b', "'", "'引号'", ' =1', 'https://example.com/?a=1'])(
  'leaves %j unchanged',
  (text) => {
    expect(escapeFormula(text)).toBe(text)
    expect(unescapeFormula(text)).toBe(text)
  },
)
