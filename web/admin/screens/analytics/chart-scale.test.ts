import { expect, it } from 'vitest'
import { getScaleTicks } from './chart-scale.ts'

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [4, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6]],
  [20, [0, 5, 10, 15, 20]],
  [21, [0, 10, 20, 30]],
  [3_000, [0, 1_000, 2_000, 3_000]],
  [10_001, [0, 5_000, 10_000, 15_000]],
])('returns the ticks for a maximum of %i: %j', (max, ticks) => {
  expect(getScaleTicks(max)).toEqual(ticks)
})
