import { expect, it } from 'vitest'
import { takeHighest } from './take-highest.ts'

const sums = new Map(Array.from({ length: 500 }, (_, index) => [`name-${(index * 167) % 500}`, (index * 31) % 45]))

it.each([0, 1, 7, 60, 499, 500, 900])('takes the %i highest, as sorting all of them would', (most) => {
  const sorted = [...sums]
    .map(([name, count]) => ({ name, count }))
    .sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
  expect(takeHighest(sums, most)).toEqual(sorted.slice(0, most))
})

it('takes none of nothing', () => {
  expect(takeHighest(new Map(), 10)).toEqual([])
})
