import { expect, it } from 'vitest'
import { selectHighest } from './select-highest.ts'

/** 500 names in scrambled order. Their 45 counts repeat, so that many are equal. */
const sums = new Map(Array.from({ length: 500 }, (_, index) => [`name-${(index * 167) % 500}`, (index * 31) % 45]))

it.each([0, 1, 7, 60, 499, 500, 900])('returns the same %i sums as sorting', (limit) => {
  const sorted = [...sums]
    .map(([name, count]) => ({ name, count }))
    .sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
  expect(selectHighest(sums, limit)).toEqual(sorted.slice(0, limit))
})

it('returns nothing for no sums', () => {
  expect(selectHighest(new Map(), 10)).toEqual([])
})
