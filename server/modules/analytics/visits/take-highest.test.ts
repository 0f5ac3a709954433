import { expect, it } from 'vitest'
import { takeHighest } from './take-highest.ts'

const sums = new Map(Array.from({ length: 500 }, (_, index) => [`name-${(index * 167) % 500}`, (index * 31) % 45]))

it.each([0, 1, 7, 60, 499, 500, 900])('returns the same %i as sorting', (most) => {
  const sorted = [...sums]
    .map(([name, count]) => ({ name, count }))
    .sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
  expect(takeHighest(sums, most)).toEqual(sorted.slice(0, most))
})

it('returns nothing for no sums', () => {
  expect(takeHighest(new Map(), 10)).toEqual([])
})
