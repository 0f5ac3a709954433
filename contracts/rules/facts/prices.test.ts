import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseLimit } from '../shortlists/parse-limit.ts'
import { describePrice, isPrice } from './prices.ts'

it.each([
  [0, '0元/年'],
  [9_999, '9999元/年'],
  [9_800.5, '9800.5元/年'],
  [10_000, '1万元/年'],
  [123_456, '12.3456万元/年'],
  [300_000, '30万元/年'],
  [100_000.5, '100000.5元/年'],
  [150_000_000, '1.5亿元/年'],
  [123_456_789, '12345.6789万元/年'],
  [10_000_000_000, '100亿元/年'],
])('says %d as %s', (amount, text) => {
  expect(describePrice(amount, '元/年')).toBe(text)
})

it('says whole amounts exactly: they are read back the same', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000_000 }), (atMost) => {
      expect(parseLimit(describePrice(atMost, '元/年'))).toEqual({ atMost })
    }),
    { seed: 20261130 },
  )
})

it.each([
  ['number', '元/年', true],
  ['number', '元', true],
  ['number', '美元', false],
  ['number', '%', false],
  ['number', '', false],
  ['text', '', false],
] as const)('a %s of unit %s is a price: %s', (type, unit, expected) => {
  expect(isPrice({ type, unit })).toBe(expected)
})
