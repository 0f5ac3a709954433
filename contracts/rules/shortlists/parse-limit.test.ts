import { expect, it } from 'vitest'
import { SHORTLIST_MESSAGES as MESSAGES } from '../../shortlists/messages.ts'
import { parseLimit } from './parse-limit.ts'

it.each([
  ['300000', 300_000],
  ['300,000', 300_000],
  ['30万', 300_000],
  ['30万元', 300_000],
  ['30 万元/年', 300_000],
  ['￥30万每年', 300_000],
  ['３０万', 300_000],
  ['１２３４５６', 123_456],
  ['1.1万', 11_000],
  ['0.5亿', 50_000_000],
  ['100亿', 10_000_000_000],
  ['5千', 5_000],
  ['1', 1],
])('reads %s', (text, atMost) => {
  expect(parseLimit(text)).toEqual({ atMost })
})

it.each([
  ['0', MESSAGES.limitTooSmall],
  ['-5', MESSAGES.limitTooSmall],
  ['100.5', MESSAGES.limitFormat],
  ['100.001', MESSAGES.limitFormat],
  ['1.23456万', MESSAGES.limitFormat],
  ['abc', MESSAGES.limitFormat],
  ['30万美元', MESSAGES.limitFormat],
  ['5 constructor', MESSAGES.limitFormat],
  ['30-50万', MESSAGES.limitFormat],
  ['1e12', MESSAGES.limitTooLarge],
  ['1000000000000', MESSAGES.limitTooLarge],
  ['10000000001', MESSAGES.limitTooLarge],
  ['1e400', MESSAGES.limitTooLarge],
])('refuses %s', (text, problem) => {
  expect(parseLimit(text)).toEqual({ problem })
})

it('reads nothing in a blank text', () => {
  expect(parseLimit(' \u3000')).toBeUndefined()
})
