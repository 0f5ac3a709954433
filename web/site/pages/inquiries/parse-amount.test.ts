import { expect, it } from 'vitest'
import { parseAmount } from './parse-amount.ts'

it.each([
  ['12,345.67', 12_345.67],
  ['１，２３４', 1_234],
  ['￥1 000元', 1_000],
  ['12.', 12],
  ['0.5', 0.5],
  ['12345', 12_345],
  [' ', null],
])('reads “%s” as an amount', (text, amount) => {
  expect(parseAmount(text)).toBe(amount)
})

it.each(['1,5', '1,50', '12,3456', '1234,567', ',500', '1,,000', '1.000,50', '10万', '面议', '-1'])(
  'keeps “%s” as text rather than guess what it means',
  (text) => {
    expect(parseAmount(text)).toBe(text)
  },
)
