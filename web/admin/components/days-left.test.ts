import { expect, it } from 'vitest'
import { countDaysLeft } from './days-left.ts'

const NOW = Date.parse('2026-11-21T02:00:00.000Z')

it.each([
  ['2026-12-21T02:00:00.000Z', 30],
  ['2026-12-21T01:59:59.000Z', 30],
  ['2026-11-21T02:00:01.000Z', 1],
  ['2026-11-21T02:00:00.000Z', 0],
  ['2026-11-20T02:00:00.000Z', 0],
])('counts the days until %s: %i', (until, days) => {
  expect(countDaysLeft(until, NOW)).toBe(days)
})
